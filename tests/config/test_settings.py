"""What the settings make of the environment: each case in a process of its own, as they are read once."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from config import environment, settings
from config.embedded.options import PROJECT
from games import limits
from games.nudge import CHECK_TASK, PROVE_TASK

SERVED = {
    "ALLOWED_HOSTS": "example.org",
    "SECRET_KEY": "0123456789abcdef" * 4,
    "DATABASE_URL": "postgresql://app:secret@db.example/games?sslmode=require",
    "CELERY_BROKER_URL": "redis://broker.example/0",
}


def run(program: str, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in environment.READ}
    clean.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run(
        [sys.executable, *program.split()],
        env={**clean, **variables},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def settings_with(variables: dict[str, str], tmp_path: Path) -> dict[str, Any]:
    program = tmp_path / "show.py"
    program.write_text(
        "import json, sys\n"
        f"sys.path.insert(0, {str(PROJECT)!r})\n"
        "from config import settings\n"
        "print(json.dumps({k: v for k, v in vars(settings).items() if k.isupper()}, default=str))\n"
    )
    done = run(str(program), variables)
    assert done.returncode == 0, done.stderr
    shown: dict[str, Any] = json.loads(done.stdout)
    return shown


def test_without_any_variable_the_checks_pass() -> None:
    done = run("manage.py check", {})

    assert (done.returncode, done.stdout) == (0, "System check identified no issues (0 silenced).\n")


@pytest.mark.parametrize("missing", ("SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL"))
def test_serving_others_demands_each_secret(missing: str) -> None:
    done = run("manage.py check", {name: value for name, value in SERVED.items() if name != missing})

    assert done.returncode == 1
    assert f"ALLOWED_HOSTS names other hosts than this machine (example.org), so {missing} must be set" in done.stderr
    assert "Traceback" not in done.stderr


def test_serving_others_with_all_secrets_passes_the_checks_for_deployment() -> None:
    done = run("manage.py check --deploy --fail-level WARNING", {**SERVED, "HTTPS": "1"})

    assert done.returncode == 0, done.stderr


def test_a_command_on_no_database_says_what_to_set() -> None:
    done = run("manage.py migrate", {})

    assert done.returncode == 1
    assert "DATABASE_URL is not set." in done.stderr
    assert 'make manage ARGS="migrate"' in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ("DATABASE_URL", "DATABASE_DIRECT_URL"))
@pytest.mark.parametrize("url", ("mysql://db.example/games", "games", "postgresql://app:pw@[db/games"))
def test_a_database_url_that_is_none_is_refused_without_its_password(url: str, name: str) -> None:
    done = run("manage.py check", {name: url})

    assert done.returncode == 1
    assert f"{name} " in done.stderr
    assert "pw" not in done.stderr


def test_a_database_may_be_whichever_of_two_servers_can_be_written_to(tmp_path: Path) -> None:
    address = "postgresql://app:secret@/games?host=one.example,two.example&target_session_attrs=read-write"
    database = settings_with({**SERVED, "DATABASE_URL": address}, tmp_path)["DATABASES"]["default"]

    assert (database["HOST"], database["NAME"], database["USER"]) == ("", "games", "app")
    assert database["OPTIONS"]["host"] == "one.example,two.example"
    assert database["OPTIONS"]["target_session_attrs"] == "read-write"


def test_web_processes_pool_their_connections(tmp_path: Path) -> None:
    database = settings_with({**SERVED, "DATABASE_POOL": "4"}, tmp_path)["DATABASES"]["default"]

    assert database["CONN_MAX_AGE"] == 0
    sizes = {"min_size": 1, "max_size": 4, "timeout": 3, "reconnect_timeout": 3}
    patient = "<class 'config.database.patience.PatientConnection'>"
    assert database["OPTIONS"]["pool"] == {**sizes, "connection_class": patient}
    assert database["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize(("pool", "lock_timeout"), (("4", 5000), ("0", 10_000)))
def test_a_web_process_waits_for_a_lock_for_half_of_the_time(pool: str, lock_timeout: int, tmp_path: Path) -> None:
    options = settings_with({**SERVED, "DATABASE_POOL": pool}, tmp_path)["DATABASES"]["default"]["OPTIONS"]["options"]

    ends = ("statement_timeout=10s", f"lock_timeout={lock_timeout}ms", "idle_in_transaction_session_timeout=10s")
    assert options == " ".join(f"-c {end}" for end in ends)


def test_workers_keep_their_connection(tmp_path: Path) -> None:
    database = settings_with(SERVED, tmp_path)["DATABASES"]["default"]

    assert (database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"]) == (600, True)
    assert "pool" not in database["OPTIONS"]


def test_behind_a_pooler_nothing_is_expected_of_a_connection_and_streams_listen_elsewhere(tmp_path: Path) -> None:
    direct = "postgresql://app:secret@postgres.example/games"
    shown = settings_with({**SERVED, "DATABASE_DIRECT_URL": direct}, tmp_path)

    database = shown["DATABASES"]["default"]
    assert (database["OPTIONS"]["prepare_threshold"], database["DISABLE_SERVER_SIDE_CURSORS"]) == (None, True)
    assert "options" not in database["OPTIONS"]
    assert (shown["DATABASE_TO_LISTEN"]["conninfo"], database["HOST"]) == (direct, "db.example")


@pytest.mark.parametrize(("https", "expected"), (("0", False), ("1", True)))
def test_one_variable_turns_all_of_tls_on(https: str, expected: bool, tmp_path: Path) -> None:
    shown = settings_with({**SERVED, "HTTPS": https}, tmp_path)

    names = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    assert [shown[name] for name in names] == [expected] * 3
    assert (shown["SECURE_HSTS_SECONDS"] > 0) is expected


def test_without_a_key_each_process_has_its_own(tmp_path: Path) -> None:
    first, second = (settings_with({}, tmp_path)["SECRET_KEY"] for _ in range(2))

    assert len(first) == len(second) == 64
    assert first != second


def documented() -> dict[str, str]:
    """Variable and default of each row of the page's table."""
    page = (PROJECT / "docs" / "deploy" / "configuration.md").read_text()
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    return {name.strip(" `"): default.strip(" `") for name, default in rows}


def test_every_variable_is_documented_with_its_default(tmp_path: Path) -> None:
    program = (
        "import sys, json; sys.path.insert(0, sys.argv[1])\n"
        "from config import environment, settings\n"
        "from config.embedded.options import Options\n"
        "Options.from_environment(); print(json.dumps(environment.READ))\n"
    )
    script = tmp_path / "read.py"
    script.write_text(program)

    done = run(f"{script} {PROJECT}", {})

    assert json.loads(done.stdout) == documented()


def test_what_waits_is_looked_for_as_often_as_is_published() -> None:
    every = {row["task"]: timedelta(seconds=row["schedule"]) for row in settings.CELERY_BEAT_SCHEDULE.values()}

    assert every[CHECK_TASK] == limits.SWEEP_EVERY
    assert every[PROVE_TASK] == limits.PROOF_SWEEP_EVERY
    assert every["games.tasks.end_left_matches"] == limits.MATCH_SWEEP_EVERY
    assert every["games.tasks.prepare_daily_deals"] < limits.DAILY_AHEAD
