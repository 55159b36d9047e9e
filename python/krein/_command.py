"""The command krein, called for what NumPy has no part in: drawing maps and certifying."""

import os
import shutil
import subprocess


class CommandError(ValueError):
    """The command krein is not there, or refused what it was asked; the message is what it said."""


def find(command=None):
    """Return the path of the command: the argument, or what the PATH has. Raises CommandError."""
    found = shutil.which(os.fspath(command) if command is not None else "krein")
    if found is None:
        where = "the PATH has no command krein" if command is None else "%s is no command" % (command,)
        raise CommandError("%s: build it with 'go build -o krein ./cmd/krein' in a checkout of krein, and say command='…/krein' or put "
                           "it on the PATH" % where)
    return found


def run(command, args):
    """Run the command and return what it wrote to standard output. Raises CommandError with its message."""
    done = subprocess.run([find(command)] + list(args), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    if done.returncode != 0:
        raise CommandError("krein %s: %s" % (args[0], done.stderr.strip() or "status %d" % done.returncode))
    return done.stdout


def parameters(params):
    """Return the flags --param of a dictionary, in which numbers are written so that they are read exactly and sequences are vectors."""
    flags = []
    for name, value in (params or {}).items():
        several = isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) == 1
        flags += ["--param", "%s=%s" % (name, ",".join(map(_number, value)) if several else _number(value))]
    return flags


def _number(value):
    return value if isinstance(value, str) else repr(value.item() if hasattr(value, "item") else value)
