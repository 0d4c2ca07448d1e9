"""Makes the Autobahn suite's cases, Python 2 code, importable by Python 3: convert.py <target folder>.

Reads them from the installed `autobahntestsuite` package and writes a package `cases`. Needs lib2to3, which Python 3.13
no longer has. Files are read as latin-1, so a byte string becomes text with one character per byte.
"""
import importlib.util
import pathlib
import re
import shutil
import sys
import warnings

warnings.filterwarnings("ignore", category=DeprecationWarning)
from lib2to3.refactor import RefactoringTool  # noqa: E402

FIXES = ["print", "unicode", "xrange"]

# What lib2to3 cannot know: (pattern, replacement), each with its reason.
REWRITES = [
    (r"(?m)^#.*coding[=:]\s*utf-8.*$", ""),  # the text was read as latin-1
    (r"(?m)^from (case\w*) import", r"from .\1 import"),  # relative to the package
    (r"(?m)^from \.case9_9_1 import .*$", ""),  # not run by the suite, and needs an old zope
    (r"(?m)^import binascii$", "import compat as binascii"),
    (r"from autobahn\.websocket\.utf8validator import", "from compat import"),
    (r"import copy, os, pkg_resources, hashlib, binascii", "import copy, os, hashlib\nimport compat as binascii"),
    (r'pkg_resources\.resource_filename\("autobahntestsuite", ', 'os.path.join(os.path.dirname(__file__), '),
    (r"\(object, Case, \)", "(Case, )"),  # Python 3 refuses that order of bases
    (r"len\(self\.payload\) / self", "len(self.payload) // self"),  # a count of frames
    # Autobahn's options were renamed.
    (r"\brequestNoContextTakeover\b", "request_no_context_takeover"),
    (r"\brequestMaxWindowBits\b", "request_max_window_bits"),
    (r"\bacceptNoContextTakeover\b", "accept_no_context_takeover"),
    (r"\bacceptMaxWindowBits\b", "accept_max_window_bits"),
    # Pickles of equal values may differ in Python 3.
    (r"pickle\.dumps\(obj1\) == pickle\.dumps\(obj2\)", "obj1 == obj2"),
]


def convert(source, tool, name):
    text = str(tool.refactor_string(source + "\n", name))
    for pattern, replacement in REWRITES:
        text = re.sub(pattern, replacement, text)
    return text


def main(target):
    spec = importlib.util.find_spec("autobahntestsuite")
    suite = pathlib.Path(spec.submodule_search_locations[0])
    package = pathlib.Path(target) / "cases"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    tool = RefactoringTool(["lib2to3.fixes.fix_" + fix for fix in FIXES])
    for file in sorted((suite / "case").glob("*.py")):
        if file.name != "case9_9_1.py":
            source = file.read_text(encoding="latin-1")
            (package / file.name).write_text(convert(source, tool, file.name), encoding="utf-8")
    shutil.copytree(suite / "testdata", package / "testdata")


if __name__ == "__main__":
    main(sys.argv[1])
