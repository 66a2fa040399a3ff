"""The database and the broker of a run: those that the environment names, or embedded ones."""

from dataclasses import dataclass

from config.embedded import external
from config.embedded.family import Family
from config.embedded.home import Home
from config.embedded.notices import Notices
from config.embedded.options import Options
from config.embedded.postgres import LOCK_SECONDS, Postgres
from config.embedded.state import Kept, State
from config.embedded.valkey import Valkey


@dataclass(frozen=True, kw_only=True)
class Servers:
    """What it takes to start them."""

    options: Options
    state: State
    kept: Kept
    family: Family
    notices: Notices

    def start(self) -> dict[str, str]:
        """DATABASE_URL and CELERY_BROKER_URL of servers that answer."""
        self._require_given()
        database, broker = self.options.database_url, self.options.broker_url
        if not (database and broker):
            home = Home.of(self.state)
            if home.directory != self.state.directory:
                self.notices.show(
                    f"The user of the database servers may not enter {self.state.directory}: "
                    f"their data and programs are in {home.directory}."
                )
            database = database or self._start_postgres(home)
            broker = broker or self._start_valkey(home)
        return {"DATABASE_URL": database, "CELERY_BROKER_URL": broker}

    def _require_given(self) -> None:
        """Refuse to start anything while a server that the environment names does not answer."""
        if self.options.database_url:
            external.require_database(self.options.database_url)
            self.notices.tell("postgres", "using the server that DATABASE_URL names")
        if self.options.broker_url:
            external.require_broker(self.options.broker_url)
            self.notices.tell("broker", "using the server that CELERY_BROKER_URL names")

    def _start_postgres(self, home: Home) -> str:
        postgres = Postgres(
            programs=home.programs,
            account=home.account,
            data=home.directory / "postgres",
            port=self.kept.postgres_port,
            password=self.kept.postgres_password,
        )
        if not postgres.data.exists():
            self.notices.tell("postgres", f"making a database in {postgres.data}")
        postgres.initialise()
        child = self.family.launch(postgres.command())
        self.family.wait_until_ready(child, postgres.answers, within=120.0, again_for=LOCK_SECONDS)
        postgres.ensure_database()
        self.notices.tell("postgres", f"answers on port {postgres.port}")
        return postgres.url

    def _start_valkey(self, home: Home) -> str:
        valkey = Valkey(
            programs=home.programs,
            account=home.account,
            directory=home.directory / "valkey",
            port=self.kept.broker_port,
            password=self.kept.broker_password,
        )
        valkey.configure()
        child = self.family.launch(valkey.command())
        self.family.wait_until_ready(child, valkey.answers, within=120.0)
        self.notices.tell("valkey", f"answers on port {valkey.port}")
        return valkey.url
