"""Deals that are consistent with all that a seat knows, each equally likely.

* `steps`: what the table went through before the play, and how it is undone for another world;
* `course`: what the play showed, and which cards the duties rule out;
* `known`: both together: which card may have lain where;
* `direct`: what the core is told where it can draw whole worlds;
* `trail`: the same where it must follow them back to the deal step by step;
* `rows`: what both have in common;
* `worlds`: the drawing;
* `prospects`: the same for many rows in play at once.
"""

from ultimo.sampling.prospects import Course, Kin, Prospects
from ultimo.sampling.worlds import Sampler

__all__ = ["Course", "Kin", "Prospects", "Sampler"]
