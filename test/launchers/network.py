"""Several machines on one: namespaces of the network, each with a host's name and an address of its own, behind a switch.

    machine1  eth0 ──┐
    machine2  eth0 ──┼── switch        between them the bytes of a launcher and of MPI go over TCP, and are counted
    machine3  eth0 ──┘

Wants root and iproute2.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess

NAMESPACES = pathlib.Path("/etc/netns")  # where `ip netns exec` looks for files of its own


def ip(*words):
    return subprocess.run(["ip", *map(str, words)], check=True, capture_output=True, text=True).stdout


class Machines:
    def __init__(self, count, work):
        self.names = [f"machine{k + 1}" for k in range(count)]
        self.own = f"clx{os.getpid()}"
        self.agent = work / "on-machine"
        self.agent.write_text(
            "#!/bin/sh\n# What a launcher starts on a machine as ssh would: options, the machine, a command.\n"
            "while case $1 in -*) true;; *) false;; esac; do shift; done\nmachine=$1; shift\n"
            f'exec ip netns exec {self.own}-$machine unshare --uts sh -c "hostname $machine; exec $*"\n')
        self.agent.chmod(0o755)

    def space(self, name):
        return f"{self.own}-{name}"

    def build(self):
        hosts = "127.0.0.1 localhost\n" + "".join(f"10.77.0.{k + 1} {name}\n" for k, name in enumerate(self.names))
        switch = self.space("switch")
        ip("netns", "add", switch)
        ip("-n", switch, "link", "add", "switch", "type", "bridge")
        ip("-n", switch, "link", "set", "switch", "up")
        for k, name in enumerate(self.names):
            space, here, there = self.space(name), f"{self.own}m{k}", f"{self.own}s{k}"
            ip("netns", "add", space)
            ip("link", "add", here, "netns", space, "type", "veth", "peer", "name", there, "netns", switch)
            ip("-n", switch, "link", "set", there, "master", "switch", "up")
            ip("-n", space, "link", "set", here, "name", "eth0")
            ip("-n", space, "addr", "add", f"10.77.0.{k + 1}/24", "dev", "eth0")
            for link in ("eth0", "lo"):
                ip("-n", space, "link", "set", link, "up")
            (NAMESPACES / space).mkdir(parents=True)
            (NAMESPACES / space / "hosts").write_text(hosts)

    def remove(self):
        for name in ["switch", *self.names]:
            subprocess.run(["ip", "netns", "del", self.space(name)], capture_output=True)
            shutil.rmtree(NAMESPACES / self.space(name), ignore_errors=True)
        with contextlib.suppress(OSError):
            NAMESPACES.rmdir()

    def on(self, name, words):
        """A command that runs there; no word may hold what a shell would take apart."""
        return [str(self.agent), name, *map(str, words)]

    def traffic(self, name):
        """Bytes that the machine has (sent, received), with what TCP and Ethernet put in front of them."""
        counted = json.loads(ip("-n", self.space(name), "-s", "-j", "link", "show", "eth0"))[0]["stats64"]
        return counted["tx"]["bytes"], counted["rx"]["bytes"]

    def limit(self, name, rate):
        """What the machine sends from now on, in tc's words: 10mbit."""
        subprocess.run(["tc", "-n", self.space(name), "qdisc", "replace", "dev", "eth0", "root", "tbf", "rate", rate,
                        "burst", "64kb", "latency", "400ms"], check=True, capture_output=True)

    def plug(self, name, state):
        """`up` or `down`: the cable of the machine."""
        ip("-n", self.space(name), "link", "set", "eth0", state)

    def processes(self, name):
        return [int(process) for process in ip("netns", "pids", self.space(name)).split()]

    def fail(self, name):
        """All that runs there is gone, and nothing of it is heard any more."""
        for process in self.processes(name):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


@contextlib.contextmanager
def machines(count, work):
    """While it lasts. CalledProcessError or OSError where this machine does not let us."""
    made = Machines(count, work)
    try:
        made.build()
        yield made
    finally:
        made.remove()
