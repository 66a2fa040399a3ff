"""`manage.py draw_cards`: writes the SVG files of the cards anew from their drawings."""

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from games.artwork.sheets import back, face_sheet, recycle, sign

DIRECTORY: Final = Path(__file__).parents[2] / "static" / "games" / "cards"


def drawings() -> dict[str, str]:
    """Return each file of the cards by its name."""
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    faces = {f"{name}.svg": face_sheet(suit) for suit, name in suits.items()}
    return {
        **faces,
        **{f"suit-{name}.svg": sign(suit) for suit, name in suits.items()},
        "recycle.svg": recycle(),
        "back.svg": back(ground="#2f5585", line="#dfe9f3"),
        "back-second.svg": back(ground="#8a3340", line="#f6e3df"),
    }


class Command(BaseCommand):
    help = "Write the SVG files of the cards anew from their drawings."

    def handle(self, *args: Any, **options: Any) -> None:
        DIRECTORY.mkdir(exist_ok=True)
        for name, drawing in drawings().items():
            (DIRECTORY / name).write_text(drawing, encoding="utf-8")
            self.stdout.write(name)
