"""Whole deals side by side: what is said and exchanged before the play, for many rows at once.

Auctions repeat, and hardly anything in them depends on the cards. So the rows of a batch share a
growing graph of *nodes*: a node is a phase of a `State` without its cards, and a `Shape`, which
says what lies in each column of a row and who knows it. A row is a node and an order of its cards.
What is legal, who is asked and what comes next are arrays by node, so that a step is a few look-ups
for all rows; the rules of a game are asked once a node. Only what depends on the cards of a row,
such as which of them may be laid away, is found row by row. See `ultimo.phases.Phase.looks`.

- `shape`: columns, and who knows what lies in them
- `sight`: what a seat observes before the play
- `nodes`: the graph
- `before`: the rows on their way through it
- `whole`: the rows of whole deals, for `ultimo.VectorEnv`
"""

from ultimo.rows.whole import ROW, Whole, size_of_arrays

__all__ = ["ROW", "Whole", "size_of_arrays"]
