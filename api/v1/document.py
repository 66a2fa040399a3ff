"""The words of the OpenAPI document that no single operation has: its introduction and its groups."""

from typing import Final

TAGS: Final = {
    "Players": "Guests and accounts: register, rename, export, delete.",
    "Sessions": "Signing in, and the tokens that come of it.",
    "Deals": "Deal codes: new ones, the day's, and what is known of each.",
    "Games": "A game played against the service, move by move.",
    "Matches": "Two players at one table: each with a deck, the foundations between them.",
    "Scores": "A whole game in one request, played elsewhere.",
    "Leaderboards": "Who is where on a deal.",
    "Service": "What holds for every request.",
}

INTRODUCTION: Final = """\
Games of Double Solitaire (Klondike with two decks): play them against the service or send them whole, have them
checked, and compare results on the same deal.

**Start** with `POST /api/v1/players/` without a body: it makes a guest and gives a token, shown this once. Send it as
`Authorization: Bearer dst_...`.

**Read** [the guide](/docs/client-guide/), [the rules](/docs/rules/), [the notation](/docs/notation/), [deal codes and
the shuffle](/docs/deal-codes/), [the hashes](/docs/hashes/), [test vectors](/docs/vectors/) and
[every error](/docs/errors/) to write a client in any language.

**What verified means:** these moves on this deal give this score. Codes and the shuffle are public, so any client can
know the hidden cards; nothing here claims that a person played, or did not look.

**Requests** are JSON in UTF-8, with a NUL character in no text. Fields and parameters that an operation does not have
are refused by name. Errors are `application/problem+json` (RFC 9457); their `code` never changes its meaning, and their
texts follow `Accept-Language` (English, `es`, `pt-BR`, `ro`, `ru`). Whatever creates something takes an
`Idempotency-Key`, so that a request whose answer was lost can be sent again. Rates and limits are at `/api/v1/limits/`;
times are UTC.
"""
