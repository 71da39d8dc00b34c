"""A browser driven through WebDriver (https://www.w3.org/TR/webdriver2/): Chromium and its driver,
nothing but Python's own library."""

import json
import os
import re
import subprocess
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Left": "\ue012", "Right": "\ue014", "Home": "\ue011", "End": "\ue010", "Tab": "\ue004", "Space": " "}


class Browser:
    """A window without a screen; closed at the end of a `with` block."""

    def __init__(self, chromium, driver):
        arguments = ["--headless=new", "--disable-gpu", "--window-size=1280,900"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        self.process = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        port = None
        for line in self.process.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                port = found[1]
                break
        if port is None:
            raise RuntimeError("chromedriver does not start")
        self.url = f"http://127.0.0.1:{port}/session"
        wanted = {
            "goog:chromeOptions": {"binary": chromium, "args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        try:
            session = self.send("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        except Exception:
            self.process.terminate()
            raise
        self.url += "/" + session["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()

    def send(self, method, path, body=None):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()[:500]}") from None

    def open(self, url):
        self.send("POST", "/url", {"url": url})

    def run(self, script):
        """Return the value of a script."""
        return self.send("POST", "/execute/sync", {"script": script, "args": []})

    def click(self, css):
        element = self.send("POST", "/element", {"using": "css selector", "value": css})
        self.send("POST", f"/element/{element[ELEMENT]}/click")

    def press(self, *keys):
        actions = []
        for key in keys:
            value = KEYS[key]
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self.send("POST", "/actions", {"actions": [keyboard]})

    def chrome(self, command, **parameters):
        """A command of the Chrome DevTools protocol."""
        body = {"cmd": command, "params": parameters}
        return self.send("POST", "/goog/cdp/execute", body)

    def log(self, kind):
        """Return the new lines of a log since the last call."""
        return self.send("POST", "/se/log", {"type": kind})
