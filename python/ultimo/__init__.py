"""Engine for the trick-taking card games of Central Europe: play, count, simulate, solve."""

from ultimo._core import __version__

__all__ = ["__version__"]
