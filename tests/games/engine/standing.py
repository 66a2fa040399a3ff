"""How a table stands, in the words of the test vectors."""

from typing import Any

from games.engine.solo import SoloTable


def standing(table: SoloTable) -> dict[str, Any]:
    """Return what the vectors say of a game's end."""
    return {
        "score": table.score,
        "ranked_score": table.ranked_score,
        "moves": table.moves,
        "undos": table.undos,
        "won": table.is_won,
        "stock": table.stock_count,
        "waste": table.waste,
        "foundations": table.foundations,
        "tableau": table.tableau(),
    }
