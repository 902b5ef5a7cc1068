"""One run of the command, under limits, with a verdict on how it ended."""

from __future__ import annotations

import os
import resource
import shlex
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# The documented exit codes.
CODES = {0, 1, 2, 130, 143}
# What a panic or a failed assertion prints.
PANICS = (b"panicked at", b"RUST_BACKTRACE", b"stack overflow", b"internal error")
# A file that a run writes may have this size; beyond it, writing fails as on a full disk.
FILE_SIZE = 64 << 20
# How long a run may take after SIGINT, on a machine that does other work too.
PATIENCE = 90


@dataclass
class Conditions:
    """What surrounds a run. None leaves a setting as it is."""

    env: dict[str, str] = field(default_factory=dict)
    memory: int | None = 4 << 30
    open_files: int | None = None
    processes: int | None = None
    user: int | None = None
    stdin: str = "empty"  # empty, closed, directory, or the path of a file
    stdout: str = "file"  # file, closed, full or unread
    stderr: str = "file"  # file, closed or full


@dataclass
class Result:
    """How a run ended."""

    code: int | None
    out: bytes
    err: bytes
    what: str  # ended, interrupted, or hangs


class Fault(Exception):
    """A fault of the command, with the files that show it."""


def descriptors(conditions: Conditions, directory: Path):
    """Returns standard input, output and error for a run, and what to close after its start."""
    own = []

    def opened(path, flags):
        own.append(os.open(path, flags, 0o666))
        return own[-1]

    reading = {"empty": os.devnull, "closed": os.devnull, "directory": directory}
    stdin = opened(reading.get(conditions.stdin, directory / conditions.stdin), os.O_RDONLY)
    creating = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    if conditions.stdout == "full":
        stdout = opened("/dev/full", os.O_WRONLY)
    elif conditions.stdout == "unread":
        read, stdout = os.pipe()
        os.close(read)
        own.append(stdout)
    else:
        stdout = opened(directory / "stdout", creating)
    full = conditions.stderr == "full"
    stderr = opened("/dev/full" if full else directory / "stderr", creating)
    return stdin, stdout, stderr, own


def start(exe: Path, args: list[str], directory: Path, conditions: Conditions):
    """Starts a run in a directory and a process group of its own."""

    def limit():
        # A background job of a shell ignores it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Not a signal but an error, as on a full disk.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
        for descriptor, kind in enumerate((conditions.stdin, conditions.stdout, conditions.stderr)):
            if kind == "closed":
                os.close(descriptor)
        limits = {
            resource.RLIMIT_NOFILE: conditions.open_files,
            resource.RLIMIT_NPROC: conditions.processes,
            resource.RLIMIT_AS: conditions.memory,
        }
        for name, value in limits.items():
            if value is not None:
                resource.setrlimit(name, (value, value))
        if conditions.user is not None:
            os.setgid(conditions.user)
            os.setuid(conditions.user)

    stdin, stdout, stderr, own = descriptors(conditions, directory)
    try:
        return subprocess.Popen(
            [exe, *args], cwd=directory, env=conditions.env, preexec_fn=limit, process_group=0,
            stdin=stdin, stdout=stdout, stderr=stderr, restore_signals=False,
        )
    finally:
        for descriptor in own:
            os.close(descriptor)


def contents(path: Path) -> bytes:
    """Returns the first bytes of a file, if there is one."""
    if not path.is_file():
        return b""
    with open(path, "rb") as file:
        return file.read(8 << 20)


def run(exe, args, directory: Path, conditions=None, seconds=120, interrupt_ok=False) -> Result:
    """Runs the command. After some seconds it is sent SIGINT, upon which it must end."""
    conditions = conditions or Conditions(env=dict(PLAIN))
    for name in ("stdout", "stderr"):
        (directory / name).unlink(missing_ok=True)
    write_script(exe, args, directory, conditions)
    child = start(exe, args, directory, conditions)
    what = "ended"
    try:
        code = child.wait(seconds)
    except subprocess.TimeoutExpired:
        what = "interrupted" if interrupt_ok else "hangs"
        child.send_signal(signal.SIGINT)
        try:
            code = child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            what = "hangs"
            code = None
    finally:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()
    return Result(code, contents(directory / "stdout"), contents(directory / "stderr"), what)


# The least environment.
PLAIN = {"PATH": "/usr/bin:/bin", "LANG": "C"}


def check(result: Result, conditions: Conditions) -> None:
    """Raises a fault if a run did not end as the command's help says."""
    tail = result.err[-600:].decode(errors="replace")
    if result.what == "hangs":
        raise Fault(f"hangs: no end in time, or not after SIGINT; code {result.code}; {tail}")
    # Without a thread that watches, SIGINT ends the process.
    ended_by_signal = result.what == "interrupted" and result.code == -signal.SIGINT
    if result.code not in CODES and not ended_by_signal:
        raise Fault(f"ended with {result.code}: {tail}")
    for text in PANICS:
        if text in result.err:
            raise Fault(f"a panic was printed: {tail}")
    if result.code == 2 and not result.err and conditions.stderr == "file":
        raise Fault("ended with 2 without a message")


def write_script(exe, args, directory: Path, conditions: Conditions) -> None:
    """Writes the script that repeats a run."""
    lines = ["#!/usr/bin/env bash", f"cd {shlex.quote(str(directory))}"]
    lines += ["trap '' XFSZ", f"ulimit -f {FILE_SIZE >> 10}"]
    if conditions.open_files is not None:
        lines.append(f"ulimit -n {conditions.open_files}")
    if conditions.memory is not None:
        lines.append(f"ulimit -v {conditions.memory >> 10}")
    words = ["env", "-i", *(f"{name}={value}" for name, value in conditions.env.items())]
    if conditions.user is not None:
        # Only root sets these: bash's limit would hold for the user of this script.
        limit = f"--nproc={conditions.processes}" if conditions.processes else "--nproc=unlimited"
        ids = [f"--reuid={conditions.user}", f"--regid={conditions.user}", "--clear-groups"]
        words = ["prlimit", limit, "setpriv", *ids, *words]
    command = shlex.join([*words, str(exe), *args])
    inputs = {"empty": "</dev/null", "closed": "<&-", "directory": "<."}
    command += " " + inputs.get(conditions.stdin, f"<{shlex.quote(conditions.stdin)}")
    errors = {"file": "", "closed": " 2>&-", "full": " 2>/dev/full"}
    outputs = {"file": "", "closed": " >&-", "full": " >/dev/full", "unread": " | true"}
    command += errors[conditions.stderr] + outputs[conditions.stdout]
    # A surrogate stands for a byte that is not UTF-8.
    text = "\n".join([*lines, command]) + "\n"
    (directory / "repeat.sh").write_text(text, errors="surrogateescape")
