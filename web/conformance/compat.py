"""What the converted cases find under the names of Python 2's byte-string functions.

The suite was written for Python 2, where text literals are bytes. Converted, every payload is latin-1 text: one
character per byte. These functions take and give such text; `bytes_of` and `text_of` are the edge to real bytes.
"""
import binascii

from autobahn.websocket import utf8validator


def bytes_of(text):
    return text if isinstance(text, bytes) else text.encode("latin-1")


def text_of(octets):
    return octets.decode("latin-1")


def b2a_hex(text):
    return text_of(binascii.b2a_hex(bytes_of(text)))


hexlify = b2a_hex


class Utf8Validator(utf8validator.Utf8Validator):
    def validate(self, text):
        return super().validate(bytes_of(text))
