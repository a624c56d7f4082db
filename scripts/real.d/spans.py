"""Values of a JSON text as they are written there: the text itself, no number and no escape read."""
import json
import re

_decode = json.JSONDecoder().raw_decode
_space = re.compile(r"[ \t\r\n]*")
_token = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\r\n]+')


def _skip(text, at):
    return _space.match(text, at).end()


def members(text):
    """The members of an object: name and value, the value as it is written."""
    at = _skip(text, _skip(text, 0) + 1)
    while text[at] != "}":
        name, at = _decode(text, at)
        start = _skip(text, _skip(text, at) + 1)
        end = _decode(text, start)[1]
        yield name, text[start:end]
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at


def elements(text):
    """The elements of an array, each as it is written."""
    at = _skip(text, _skip(text, 0) + 1)
    while text[at] != "]":
        end = _decode(text, at)[1]
        yield text[at:end]
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at


def compact(text):
    """The same text without the white space between its tokens."""
    return _token.sub(lambda match: match[1] or "", text)
