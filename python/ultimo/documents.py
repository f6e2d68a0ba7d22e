"""JSON documents: written the same way by all that has `to_json`, and read without trust."""

import json
from typing import Any

from ultimo.checks import brief
from ultimo.errors import UltimoError

__all__ = ["read_document", "write_document"]

VERSION = 1
MAX_TEXT = 8_000_000


def write_document(kind: str, content: dict[str, Any]) -> str:
    """Returns JSON text that begins with its format and version."""
    document = {"format": kind, "version": VERSION, **content}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def read_document(kind: str, text: object, error: type[UltimoError]) -> dict[str, Any]:
    """Reads JSON text that `write_document` could have written, and returns its content.

    Args:
        kind: The format that is expected.
        text: The text, or its UTF-8 bytes.
        error: What to raise.

    Raises:
        UltimoError: Of class `error`: the text is too long, no JSON, or another document.
    """
    if not isinstance(text, (str, bytes, bytearray)):
        raise error(f"a document is JSON text, not {type(text).__name__}", code="not_text")
    if len(text) > MAX_TEXT:
        message = f"the document has {len(text)} characters, more than {MAX_TEXT}"
        raise error(message, code="too_long")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise error(f"the document is no JSON: {str(fault)[:120]}", code="not_json") from None
    if not isinstance(found, dict):
        raise error("the document is no JSON object", code="not_an_object")
    if found.pop("format", None) != kind:
        raise error(f'the document says no "format": "{kind}"', code="wrong_format")
    version = found.pop("version", None)
    if version != VERSION or isinstance(version, bool):
        message = f"the document has version {brief(version)}, and {VERSION} is read here"
        raise error(message, code="wrong_version")
    return found
