"""The examples for operators name parts, ports and variables that there are."""

import importlib.util
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.page import DOCS, PROJECT, Page

DEPLOY = DOCS / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
VARIABLES = {row.split("`")[1] for row in Page.of("deploy/configuration").text.splitlines() if row.startswith("| `")}
OURS = "/opt/double-solitaire/.venv/bin/"


def unit(path: Path) -> dict[str, list[str]]:
    """The settings of a unit, each with all of its lines."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", path.read_text(), re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


def composed() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return services


def commands() -> dict[str, list[str]]:
    """What is started, by the file and part that start it."""
    units = {path.stem: shlex.split(unit(path)["ExecStart"][0]) for path in UNITS}
    containers = {
        name: part["command"]
        for name, part in composed().items()
        if part.get("image") == "double-solitaire" and "command" in part and part["command"][0] != "sh"
    }
    return {**{name: words for name, words in units.items() if words[0].startswith(OURS)}, **containers}


@pytest.mark.parametrize("name", commands())
def test_what_is_started_is_there(name: str) -> None:
    program, *arguments = commands()[name]
    assert program.removeprefix(OURS) in {"granian", "celery", "python"}
    if arguments[0] == "-m":
        assert importlib.util.find_spec(arguments[1])
    for module in (word.partition(":")[0] for word in arguments if ":application" in word):
        assert importlib.util.find_spec(module)


def variables_in(text: str) -> set[str]:
    return set(re.findall(r"^(?:Environment=)?([A-Z][A-Z_]+)=", text, re.MULTILINE))


@pytest.mark.parametrize("path", (*UNITS, DEPLOY / "environment.example"), ids=lambda path: path.name)
def test_units_set_variables_that_there_are(path: Path) -> None:
    assert variables_in(path.read_text()) <= VARIABLES


def test_containers_set_variables_that_there_are() -> None:
    parts = [part["environment"] for part in composed().values() if part.get("image") == "double-solitaire"]
    assert {name for part in parts for name in part} <= VARIABLES


def test_units_and_containers_are_the_same_parts_and_beat_is_one() -> None:
    parts = {name for name, part in composed().items() if part.get("image") == "double-solitaire"}
    units = {path.stem.removeprefix("double-solitaire-").removesuffix("@") for path in UNITS}
    assert parts - {"migrate"} == units - {"backup", "purge"} == {"web", "worker", "beat", "live"}
    assert "deploy" not in composed()["beat"]
    assert not any("@" in path.stem and "beat" in path.stem for path in UNITS)


def test_the_proxy_leads_to_the_ports_on_which_the_units_listen() -> None:
    asked = set(re.findall(r"server 127\.0\.0\.1:(\d+)\b", (DEPLOY / "nginx.conf").read_text()))
    web = set(re.findall(r"web@(\d+)\.service", (DEPLOY / "systemd" / "double-solitaire.target").read_text()))
    live = re.findall(r"--port (\d+)", unit(DEPLOY / "systemd" / "double-solitaire-live.service")["ExecStart"][0])
    assert asked == web | set(live)


def test_the_proxy_passes_by_no_web_server_that_was_just_restarted() -> None:
    upstream = (DEPLOY / "nginx.conf").read_text().partition("upstream double_solitaire_web {")[2].partition("}")[0]
    servers = re.findall(r"server [^;]+;", upstream)
    assert len(servers) > 1
    assert all(server.endswith(" max_fails=0;") for server in servers)


@pytest.mark.parametrize("name", ("nginx.conf", "compose-nginx.conf"))
def test_the_proxy_logs_no_query_and_keeps_the_metrics_in(name: str) -> None:
    text = (DEPLOY / name).read_text()
    (form,) = re.findall(r"log_format without_secrets '([^']+)'", text)
    assert not [word for word in ("$request ", "$args", "$request_uri", "$http_referer") if word in f"{form} "]
    assert all(line.split()[-1] in ("without_secrets;", "off;") for line in re.findall(r"access_log .*", text))
    assert "location = /metrics { return 404; }" in text


def test_the_image_has_every_package_of_the_service() -> None:
    copied = set(re.findall(r"^COPY (\w+) \w+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE))
    packages = {path.parent.name for path in PROJECT.glob("*/__init__.py")} - {"tests"}
    assert packages | {"docs"} == copied


@pytest.mark.parametrize("name", ("alerts.yml", "grafana.json"))
def test_only_metrics_that_are_explained_are_asked_for(name: str) -> None:
    explained = set(re.findall(r"^\| `(double_solitaire_\w+)", Page.of("deploy/monitoring").text, re.MULTILINE))
    asked = set(re.findall(r"double_solitaire_\w+", (DEPLOY / name).read_text()))
    assert asked
    assert {name.removesuffix("_bucket") for name in asked} <= explained


def test_each_alert_has_a_test_that_promtool_runs() -> None:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    tests = yaml.safe_load((DEPLOY / "alerts.test.yml").read_text())["tests"]
    fired = [case["alertname"] for test in tests for case in test["alert_rule_test"] if case.get("exp_alerts")]
    assert fired == [rule["alert"] for rule in group["rules"]]
