"""The package as it is installed: its version, its types and what importing it costs."""

import subprocess
import sys
import tomllib
from importlib import metadata, resources
from pathlib import Path

import pytest

import ultimo
from ultimo import _core

ROOT = Path(__file__).parents[2]


def test_package_module_and_crate_have_one_version() -> None:
    crate = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    assert ultimo.__version__ == crate
    assert _core.__version__ == crate
    assert metadata.version("ultimo") == crate


@pytest.mark.parametrize("file", ["py.typed", "_core.pyi"])
def test_types_are_installed(file: str) -> None:
    assert resources.files(ultimo).joinpath(file).is_file()


@pytest.mark.parametrize("module", ["gymnasium", "pettingzoo", "pyspiel", "rich", "typer"])
def test_importing_ultimo_does_not_import(module: str) -> None:
    code = f"import sys, ultimo; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
