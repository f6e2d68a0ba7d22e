"""Deals that are consistent with all that a seat knows, each equally likely.

A *world* is a deal together with the hidden actions of the others, such as what they laid away
face down. Worlds are drawn uniformly from a set that holds all consistent ones (`worlds`), by
counting (`counting`) and by undoing what was done before the play (`steps`); each is played
through from its deal, and is dropped if an action is illegal or the seat would see anything else.
What remains is therefore exactly uniform. Which card forbids a play is learnt from the dropped
worlds, in terms of the core's own legal cards, so that no game's rules are written down here.
"""

from ultimo.sampling.worlds import sampled

__all__ = ["sampled"]
