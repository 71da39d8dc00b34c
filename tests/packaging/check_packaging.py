"""Checks the container, the systemd unit, the Debian package's list and the workflow without building any of them.

usage: check_packaging.py PROGRAM

- their commands and variables are ones of the program, their paths exist
- the container does not run as root, and its images have the version of Rust and a Debian release
- the version of the program is the newest one in the changelog
- the unit passes `systemd-analyze verify` where that exists, and manual pages and completions can be written
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGING = ROOT / "packaging"
CONFIG = '[matrix]\nhomeserver = "https://example.org"\nuser = "@bot:example.org"\npassword = "secret"\n'
problems = []


def expect(fact, problem):
    if not fact:
        problems.append(problem)


def instructions(text):
    """The instructions of a Dockerfile, as pairs of keyword and argument."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).split("\n"):
        keyword, _, argument = line.partition(" ")
        yield keyword, argument.strip()


def words(argument):
    """The words of an instruction in its form of a list."""
    return yaml.safe_load(argument[argument.index("[") :])


def variables(pairs):
    return dict(pair.split("=", 1) for pair in pairs)


class Program:
    def __init__(self, path):
        self.path = str(Path(path).resolve())

    def run(self, *words, env=None):
        return subprocess.run([self.path, *words], env=env or {}, capture_output=True, text=True)

    def check_command(self, place, command):
        """The program prints the help of a command with its options, unless one of them is unknown."""
        expect(command[0] == "icebreaker", f"{place}: {command[0]} is not icebreaker")
        done = self.run(*command[1:], "--help")
        expect(done.returncode == 0, f"{place}: {shlex.join(command)}: {done.stderr.strip()}")

    def check_variables(self, place, env):
        expect(env.get("MALLOC_ARENA_MAX") == "2", f"{place}: MALLOC_ARENA_MAX is not 2")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "config.toml"
            file.write_text(CONFIG)
            file.chmod(0o600)
            done = self.run("check-config", "--config", str(file), env=env)
        expect(done.returncode == 0, f"{place}: {done.stderr.strip()}")

    def check_generated(self):
        for shell in ["bash", "zsh", "fish"]:
            done = self.run("completions", shell)
            expect("check-config" in done.stdout, f"completions {shell}: no check-config")
        with tempfile.TemporaryDirectory() as folder:
            self.run("man", folder)
            expect((Path(folder) / "icebreaker.1").is_file(), "man: no icebreaker.1")


def check_dockerfile(program, manifest):
    text = (PACKAGING / "Dockerfile").read_text()
    steps = list(instructions(text))
    last = dict(steps)
    rust, debian = [argument.split()[0] for keyword, argument in steps if keyword == "FROM"]
    rust_version = manifest["workspace"]["package"]["rust-version"]
    expect(rust.startswith(f"rust:{rust_version}."), f"Dockerfile: {rust} is not Rust {rust_version}")
    expect(re.fullmatch(r"debian:\d+\.\d+-slim", debian), f"Dockerfile: {debian} is no release of Debian")
    expect(last.get("USER") not in [None, "root", "0"], "Dockerfile: runs as root")
    profile = re.search(r"--profile (\w+)", text)[1]
    expect(profile in manifest["profile"], f"Dockerfile: no profile {profile}")
    expect(f"/target/{profile}/icebreaker" in text, f"Dockerfile: does not copy the program of {profile}")
    env = variables(pair for keyword, pairs in steps if keyword == "ENV" for pair in pairs.split())
    program.check_variables("Dockerfile", env)
    expect(env["ICEBREAKER_STATE_FOLDER"] == last["VOLUME"], "Dockerfile: the state folder is no volume")
    health = words(last["HEALTHCHECK"])
    program.check_command("HEALTHCHECK", health)
    program.check_command("CMD", words(last["ENTRYPOINT"]) + words(last["CMD"]))
    return rust, health, last["VOLUME"]


def check_compose(health, volume):
    compose = yaml.safe_load((PACKAGING / "compose.yaml").read_text())
    service = compose["services"]["icebreaker"]
    context = PACKAGING / service["build"]["context"]
    expect((context / service["build"]["dockerfile"]).is_file(), "compose.yaml: no Dockerfile")
    expect(service["healthcheck"]["test"] == ["CMD", *health], "compose.yaml: another health check than the image")
    mounts = dict(mount.split(":")[:2] for mount in service["volumes"])
    expect(mounts.get("./config") == "/etc/icebreaker", "compose.yaml: no configuration")
    named = [name for name in mounts if not name.startswith(".")]
    expect(named == list(compose["volumes"]), f"compose.yaml: volumes {named} are not declared")
    expect([mounts[name] for name in named] == [volume], f"compose.yaml: {volume} is not kept")


def check_unit(program):
    text = (PACKAGING / "icebreaker.service").read_text()
    command = re.search(r"^ExecStart=(.*)$", text, re.M)[1]
    program.check_command("icebreaker.service", shlex.split(command))
    program.check_variables("icebreaker.service", variables(re.findall(r"^Environment=(.*)$", text, re.M)))
    if not shutil.which("systemd-analyze"):
        return
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / "icebreaker.service"
        unit.write_text(text.replace("ExecStart=icebreaker", f"ExecStart={program.path}"))
        verify = ["systemd-analyze", "verify", "--man=no", str(unit)]
        done = subprocess.run(verify, env=os.environ | {"LC_ALL": "C"}, capture_output=True, text=True)
    # systemd before 254 does not know these keys, and ignores them.
    found = [line for line in done.stderr.splitlines() if "icebreaker.service" in line and "Restart" not in line]
    expect(not found, "\n".join(found))


def check_package(package):
    for asset in package["metadata"]["deb"]["assets"]:
        source = asset[0]
        if not source.startswith("target/"):
            expect(list((ROOT / "bot").glob(source)), f"bot/Cargo.toml: no {source}")
    # The commands of operations.md find the state folder in the configuration.
    folder = re.search(r"ICEBREAKER_STATE_FOLDER=(.*)", (PACKAGING / "icebreaker.service").read_text())[1]
    replaced = re.search(r"'s\|\^(.*)\$\|(.*)\|'", (PACKAGING / "build-deb").read_text())
    lines = (ROOT / "config.toml.example").read_text().splitlines()
    expect(replaced and replaced[1] in lines, "build-deb: the state folder is not in config.toml.example")
    expect(replaced and replaced[2] == f'folder = "{folder}"', "build-deb: another state folder than the unit's")
    for kind in ["service", "sysusers", "tmpfile"]:
        expect((PACKAGING / f"icebreaker.{kind}").is_file(), f"packaging: no icebreaker.{kind}")


def check_workflow(rust):
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())["jobs"]
    for name, job in jobs.items():
        image = job.get("container", rust)
        expect(image == rust, f"test.yml: {name} runs in {image}, the container is built in {rust}")
        for step in job["steps"]:
            script = step.get("run", "uses").split()[0]
            expect("/" not in script or os.access(ROOT / script, os.X_OK), f"test.yml: no {script}")


def check_release(version):
    versions = re.findall(r"^## \[(\d.*?)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    expect(versions[:1] == [version], f"CHANGELOG.md: the newest of {versions} is not {version}")
    database = ROOT / f"bot/src/store/tests/releases/{version}.db"
    expect(database.is_file(), f"no database of this version: {database}")


def main():
    program = Program(sys.argv[1])
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text())
    package = tomllib.loads((ROOT / "bot/Cargo.toml").read_text())["package"]
    rust, health, volume = check_dockerfile(program, manifest)
    check_compose(health, volume)
    check_unit(program)
    check_package(package)
    check_workflow(rust)
    check_release(manifest["workspace"]["package"]["version"])
    program.check_generated()
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
