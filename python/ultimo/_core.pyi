"""The compiled core of ultimo."""

__all__ = ["__version__"]

__version__: str
"""The version of the crate, which is also the version of the package."""
