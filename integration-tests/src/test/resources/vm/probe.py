"""Tries what a unit's directives forbid, and prints a line for each: NAME held, NAME open, or NAME and why it cannot be tried.

usage: probe.py NAME [DIRECTIVE=VALUE ...], as the service would be started
"""

import ctypes
import mmap
import os
import signal
import socket
import stat
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_TRACEME = 0
PERSONALITY_LINUX32 = 8
SYS_MODIFY_LDT = 154
CLONE_NEWUSER = 0x10000000
SYSLOG_SIZE_BUFFER = 10
GETPID_OF_32_BIT = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret


def status(field):
    with open("/proc/self/status") as file:
        return next(line.split()[1] for line in file if line.startswith(field + ":"))


def read_only(path):
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def refused(attempt):
    """Whether it fails, tried by a child, whom it may kill or change."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGSYS, signal.SIG_DFL)
        try:
            code = 0 if attempt() in (None, True) else 1
        except OSError:
            code = 1
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] != 0


def call(function, *arguments):
    return function(*arguments) >= 0


def hidden(path):
    try:
        return not os.listdir(path)
    except OSError:
        return True


def legacy_call():
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(GETPID_OF_32_BIT)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return ctypes.CFUNCTYPE(ctypes.c_int)(address)() > 0


def set_suid():
    path = os.path.join(os.environ.get("STATE_DIRECTORY", "/tmp"), "suid")
    with open(path, "w"):
        pass
    try:
        os.chmod(path, 0o4755)
        return os.stat(path).st_mode & stat.S_ISUID != 0
    finally:
        os.unlink(path)


def mask():
    before = os.umask(0)
    os.umask(before)
    return before


def home(value):
    return read_only("/home") if value == "read-only" else hidden("/home")


def filtered(value):
    if value.startswith("~"):
        return refused(lambda: call(LIBC.ptrace, PTRACE_TRACEME, 0, 0, 0)) and refused(
            lambda: call(LIBC.setuid, os.getuid())
        )
    return refused(lambda: call(LIBC.syscall, SYS_MODIFY_LDT, 0, None, 0))


def bounded(value):
    names = value.split()
    return all(bool(int(status("CapBnd"), 16) >> bit & 1) == (name in names) for bit, name in CAPABILITIES.items())


CAPABILITIES = {1: "CAP_DAC_OVERRIDE", 2: "CAP_DAC_READ_SEARCH", 7: "CAP_SETUID", 19: "CAP_SYS_PTRACE", 21: "CAP_SYS_ADMIN"}

HELD = {
    "NoNewPrivileges": lambda _: status("NoNewPrivs") == "1",
    "ProtectSystem": lambda _: all(map(read_only, ("/usr", "/etc", "/var"))),
    "PrivateTmp": lambda _: not os.path.exists("/tmp/outside"),
    "PrivateDevices": lambda _: not os.path.exists("/dev/vda"),
    "ProtectClock": lambda _: refused(lambda: time.clock_settime(time.CLOCK_REALTIME, time.time())),
    "ProtectHostname": lambda _: refused(lambda: socket.sethostname("probed")),
    "ProtectKernelLogs": lambda _: refused(lambda: call(LIBC.klogctl, SYSLOG_SIZE_BUFFER, None, 0)),
    "ProtectKernelModules": lambda _: hidden("/usr/lib/modules"),
    "ProtectKernelTunables": lambda _: read_only("/proc/sys"),
    "RestrictNamespaces": lambda _: refused(lambda: call(LIBC.unshare, CLONE_NEWUSER)),
    "RestrictRealtime": lambda _: refused(lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))),
    "RestrictSUIDSGID": lambda _: refused(set_suid),
    "LockPersonality": lambda _: refused(lambda: call(LIBC.personality, PERSONALITY_LINUX32)),
    "RestrictAddressFamilies": lambda _: refused(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()),
    "SystemCallArchitectures": lambda _: refused(legacy_call),
    "SystemCallFilter": filtered,
    "SystemCallErrorNumber": lambda _: not call(LIBC.setuid, os.getuid()) and ctypes.get_errno() == 1,
    "UMask": lambda value: mask() == int(value, 8),
    "ProtectHome": home,
    "ProtectControlGroups": lambda _: read_only("/sys/fs/cgroup"),
    "ReadOnlyPaths": read_only,
    "ReadWritePaths": lambda value: not read_only(value),
    "ProtectProc": lambda _: not os.path.exists("/proc/1"),
    "CapabilityBoundingSet": bounded,
    "AmbientCapabilities": lambda value: (int(status("CapEff"), 16) != 0) == bool(value),
}

for directive in sys.argv[2:]:
    name, value = directive.split("=", 1)
    if name == "RemoveIPC":
        open("/dev/shm/left-by-" + sys.argv[1], "w").close()  # who started this looks whether it goes
        continue
    print("PROBE", sys.argv[1], directive, "held" if HELD[name](value) else "open", flush=True)
