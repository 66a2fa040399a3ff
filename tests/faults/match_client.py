"""A client of matches that knows no rules, many at once: `python match_client.py HOST:PORT < seats > seen`.

Reads a JSON list of seats, [match address, token, seed], plays each in a thread over a connection of its own until its
match is over, and writes what each has seen, in the same order. It prefers foundations, as quickly as it can and by
what it knows, so that two such clients go for the same places; it loses answers on purpose and sends actions again.
It runs in a process of its own and imports nothing of the service.
"""

import faulthandler
import json
import os
import signal
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any

_PATIENCE = 6
#: For so many seconds it asks again what is not answered.
_UNANSWERED = 150
#: After so many seconds the process tells where its clients stand, and ends; so it does when it is asked to end.
_LONGEST = 400


class Client:
    """One side of one match, and all that it has been told."""

    def __init__(self, host: str, url: str, token: str, seed: int) -> None:
        self.connection = HTTPConnection(host, timeout=60)
        self.host, self.url, self.token = host, url, token
        self.random = Random(seed)
        self.events: list[Any] = []
        self.legal: list[str] = []
        self.piles: dict[str, list[str]] = {}
        self.accepted: list[list[Any]] = []
        self.refused: dict[str, int] = {}
        self.again = self.broken = self.idle = self.count = 0
        self.told: tuple[int, str] = (0, "")
        self.is_over = False

    def play(self) -> dict[str, Any]:
        state = self._get("")
        self.side = state["you"]
        self.count, self.legal = state["count"], state["table"]["legal"]
        self.piles = _piles(state["table"])
        # The opponent may have begun already, or claimed the match of somebody who came too late.
        self.events = self._get("events/")["events"][: state["version"]]
        self.is_over = state["stage"] == "over"
        while not self.is_over:
            action = self._choose()
            if action is None:
                self._poll()
            else:
                self._send(action)
        return {
            "side": self.side,
            "events": [[event["n"], event["side"], event["count"], event["action"]] for event in self.events],
            "piles": self.piles,
            "accepted": self.accepted,
            "refused": self.refused,
            "again": self.again,
            "broken": self.broken,
            "over": self.events[-1]["over"],
        }

    def stands(self) -> str:
        """What a reader needs who wonders why it does not come to an end."""
        return f"{self.url}: {len(self.events)} events, {self.count} own, idle {self.idle}, {self.legal}, {self.told}"

    def _choose(self) -> str | None:
        placing = [action for action in self.legal if action.endswith("-F")]
        moving = [action for action in self.legal if action not in ("pass", "resign")]
        if placing:
            return self.random.choice(placing)
        if moving and self.idle < _PATIENCE:
            return self.random.choice(moving)
        return "pass" if "pass" in self.legal else None

    def _send(self, action: str) -> None:
        body = {"count": self.count, "action": action, "after": len(self.events)}
        if self.random.random() < 0.08:
            self._lose_answer(body)
        status, answer = self._ask("POST", "actions/", body)
        if status == 200:
            self._take(answer["events"])
            assert self.accepted[-1] == [body["count"], action, answer["version"]], "the answer to another action"
            assert self.count == answer["count"]
            self.legal = answer["table"]["legal"]
            self.idle = 0 if action.endswith("-F") else self.idle + 1
            if self.random.random() < 0.05:
                self.again += 1
                twice = self._ask("POST", "actions/", body)
                assert twice == (status, answer), "the same action had another answer"
        else:
            code = answer["code"]
            # A conflict is with one of its own, if that had no answer and came after another of it had been refused.
            assert code in ("illegal_action", "wrong_stage", "count_conflict"), answer
            self.refused[code] = self.refused.get(code, 0) + 1
            self._poll()

    def _lose_answer(self, body: Any) -> None:
        """Send an action and go away before its answer comes."""
        lost = HTTPConnection(self.host, timeout=60)
        with suppress(OSError):
            lost.request("POST", f"{self.url}actions/", json.dumps(body), self._headers())
        lost.close()
        self.again += 1

    def _poll(self) -> None:
        """Learn what has happened; a side that has nothing to do waits a little first."""
        if not self.legal or self.idle >= _PATIENCE:
            time.sleep(0.1)
        told = self._get(f"events/?after={len(self.events)}")
        self._take(told["events"])
        if told["events"] and not self.is_over:
            table = self._get("")["table"]
            self.legal = table["legal"]
            self.idle = min(self.idle, table["sides"]["A"]["idle"], table["sides"]["B"]["idle"])

    def _take(self, events: list[Any]) -> None:
        """Bring one's own table up to date, by the changes alone."""
        for event in events:
            assert event["n"] == len(self.events) + 1, "a gap in the events"
            self.events.append(event)
            if event["side"] == self.side:
                self.accepted.append([self.count, event["action"], event["n"]])
                self.count = event["count"]
            for change in event["changes"]:
                pile = self.piles[change["pile"]]
                assert pile[change["at"] :] == change["out"], "a change of other cards than lie there"
                pile[change["at"] :] = change["in"]
            self.is_over = event["over"] is not None

    def _get(self, path: str) -> Any:
        status, answer = self._ask("GET", path)
        assert status == 200, answer
        return answer

    def _ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The answer to a request; one whose connection breaks is sent again, as it is, until the service is back."""
        sent = None if body is None else json.dumps(body)
        deadline = time.monotonic() + _UNANSWERED
        while time.monotonic() < deadline:
            try:
                self.connection.request(method, f"{self.url}{path}", sent, self._headers())
                answer = self.connection.getresponse()
                told = json.loads(answer.read())
                self.told = answer.status, str(told)[-300:]
                if answer.status != 503:
                    return answer.status, told
            except (OSError, HTTPException, ValueError):
                self.connection.close()
                self.broken += 1
            time.sleep(0.2)
        raise TimeoutError(f"{method} {path} was not answered")

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}


def _piles(table: Any) -> dict[str, list[str]]:
    """The piles of a table, as events name them."""
    piles = {
        f"F{n}": [rank + suit for rank, _ in zip("A23456789TJQK", foundation["owners"], strict=False)]
        for n, (suit, foundation) in enumerate(zip("SSHHDDCC", table["foundations"], strict=True), start=1)
    }
    for side, cards in table["sides"].items():
        piles |= {f"{side}:stock": ["??"] * cards["stock"], f"{side}:W": cards["waste"]}
        piles |= {f"{side}:T{n}": column.split() for n, column in enumerate(cards["tableau"], start=1)}
    return piles


def _played(client: Client) -> dict[str, Any]:
    """What a client has seen. Its failure ends the process: its opponent would wait for it for ever."""
    try:
        return client.play()
    except BaseException:  # noqa: BLE001 - the process ends by it
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def _give_up(clients: list[Client]) -> None:
    sys.stderr.writelines(f"{client.stands()}\n" for client in clients)
    sys.stderr.flush()
    faulthandler.dump_traceback()
    os._exit(1)


def main() -> None:
    clients = [Client(sys.argv[1], *seat) for seat in json.load(sys.stdin)]
    for number in (signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, lambda *_: _give_up(clients))
    signal.alarm(_LONGEST)
    with ThreadPoolExecutor(len(clients)) as pool:
        json.dump(list(pool.map(_played, clients)), sys.stdout)


if __name__ == "__main__":
    main()
