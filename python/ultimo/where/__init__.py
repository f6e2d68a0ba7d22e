"""Conditions on deals: `g.deals(1000, seed=7, where=where.holds(0, "T22 T21"))`.

A condition says of a place what lies there. The places are

* a seat, `0` to `players - 1`: the hand that it is dealt,
* `"talon"`, or `"stock"`, and `"talon:0"` for its top card, `"talon:1"` for the next one, ...,
* `"pile:0:2"`: pile 2 of seat 0, where a game has piles,
* `"turned"`: the card turned up, and `"first"`: the first packet of the seat that decides when it
  has seen no more, where the rules have them,
* `"unused"`: the cards that are not dealt.

Cards are codes or other spellings, in a list or a text with blanks between them; a star stands for
anything, so that `"*K"` is all kings and `"H*"` all hearts.

Conditions are combined by `&`, `|` and `~`, and each has a textual form, which `where=` takes too,
and the command line: `"0 holds T22 T21; 1 length H >= 5; talon points <= 3"`. See `read`.
"""

from ultimo.where.conditions import Condition, count, holds, lacks, length, points
from ultimo.where.search import Report
from ultimo.where.text import read

__all__ = ["Condition", "Report", "count", "holds", "lacks", "length", "points", "read"]
