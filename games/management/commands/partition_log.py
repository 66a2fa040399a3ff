"""python manage.py partition_log [--at 2027-01-01]"""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.partitions import PartitionRefused, begin_partition, guarded_tables, partitions


class Command(BaseCommand):
    help = (
        "List the tables that the log is divided into. With --at, have the games and matches that begin then or later "
        "go into a new one; the service may run meanwhile. Takes the role that owns the tables."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--at", type=datetime.fromisoformat, help="when it begins, UTC: 2027-01-01, 2027-01-01T06:00"
        )

    def handle(self, *, at: datetime | None = None, **_: Any) -> None:
        if at is not None:
            try:
                name = begin_partition(at=at.replace(tzinfo=at.tzinfo or UTC))
            except PartitionRefused as error:
                raise CommandError(f"--at: {error}") from error
            self.stdout.write(f"{name} takes what begins from {at:%Y-%m-%d %H:%M} on.")
        for partition in partitions():
            self.stdout.write(f"{partition.name:<32} {partition.size / 2**20:10.1f} MiB   {partition.bounds}")
        if not partitions():
            self.stdout.write("The log is one table.")
        for table in guarded_tables():
            self.stderr.write(
                f"A division that was broken off has left a constraint on {table}, which refuses what begins from its "
                "bound on: divide again, with the same --at, before that comes."
            )
