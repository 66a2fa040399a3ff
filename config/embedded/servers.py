"""The database and the broker of a run: those that the environment names, or embedded ones."""

from dataclasses import dataclass

from config.embedded import external
from config.embedded.account import Account
from config.embedded.family import Family
from config.embedded.notices import Notices
from config.embedded.options import Options
from config.embedded.postgres import LOCK_SECONDS, Postgres
from config.embedded.programs import Programs
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

    def require_given(self) -> None:
        """Refuse to start anything while a server that the environment names does not answer."""
        if self.options.database_url:
            external.require_database(self.options.database_url)
            self.notices.tell("postgres", "using the server that DATABASE_URL names")
        if self.options.broker_url:
            external.require_broker(self.options.broker_url)
            self.notices.tell("broker", "using the server that CELERY_BROKER_URL names")

    def start_database(self) -> str:
        """The DATABASE_URL of a database that answers."""
        if self.options.database_url:
            return self.options.database_url
        account = Account.for_servers()
        directory = self.state.servers(account)
        postgres = Postgres(
            programs=Programs.installed().reachable(account=account, directory=directory),
            account=account,
            data=directory / "postgres",
            port=self.kept.postgres_port,
            password=self.kept.postgres_password,
        )
        if not postgres.data.exists():
            self.notices.tell("postgres", f"making a database in {postgres.data}")
        postgres.initialise()
        child = self.family.launch(postgres.command())
        self.family.wait_until_ready(child, postgres.answers, within=60.0, again_for=LOCK_SECONDS)
        postgres.ensure_database()
        self.notices.tell("postgres", f"answers on port {postgres.port}")
        return postgres.url

    def start_broker(self) -> str:
        """The CELERY_BROKER_URL of a broker that answers."""
        if self.options.broker_url:
            return self.options.broker_url
        account = Account.for_servers()
        directory = self.state.servers(account)
        valkey = Valkey(
            programs=Programs.installed().reachable(account=account, directory=directory),
            account=account,
            directory=directory / "valkey",
            port=self.kept.broker_port,
            password=self.kept.broker_password,
        )
        valkey.configure()
        child = self.family.launch(valkey.command())
        self.family.wait_until_ready(child, valkey.answers, within=30.0)
        self.notices.tell("valkey", f"answers on port {valkey.port}")
        return valkey.url
