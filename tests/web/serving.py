"""serving.py: a server for a test: started on a free port, asked, and stopped in good order."""
import http.client
import json
import os
import re
import signal
import subprocess
import time


class Server:
    """`with Server(program, "--analyses", "1") as server: server.get("/api/games")`"""

    def __init__(self, program, *options, environment=None):
        self.command = [program, "serve", "--port", "0", *options]
        # What takes long must not be answered by an opening book.
        self.environment = environment or dict(os.environ, ARIADNE_BOOKS=os.devnull)

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True,
                                        env=self.environment)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Ariadne is at (http://([^/]*):(\d+)/)\n", line)
        if not found:
            raise AssertionError(f"no address: {line!r} {self.process.stderr.read()}")
        self.url, self.host, self.port = found[1], found[2], int(found[3])
        return self

    def __exit__(self, kind, *_):
        self.process.send_signal(signal.SIGINT)
        try:
            _, errors = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, errors = self.process.communicate()
            errors += "\nthe server did not end"
        if kind is None and (self.process.returncode != 130 or errors):
            raise AssertionError(f"the server ended with {self.process.returncode}:\n{errors}")

    def connect(self, timeout=60, source=None):
        """A connection, from this address of the machine."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout,
                                          source_address=source and (source, 0))

    def ask(self, method, path, body=None, headers=None):
        """The status, the headers and the body of an answer."""
        connection = self.connect()
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def get(self, path, **headers):
        status, _, data = self.ask("GET", path, headers=headers)
        return status, json.loads(data)

    def post(self, path, question):
        status, _, data = self.ask("POST", path, json.dumps(question),
                                   {"Content-Type": "application/json"})
        return status, json.loads(data)


def rest_of(link):
    """All that comes until the server closes."""
    answer = b""
    while True:
        try:
            more = link.recv(65536)
        except ConnectionResetError:
            return answer
        if not more:
            return answer
        answer += more


def run_tests(functions, names):
    """Runs what `names` name of the functions test_NAME, or all of them; the exit code."""
    tests = {name[5:]: test for name, test in functions.items() if name.startswith("test_")}
    failed = 0
    for name in names or tests:
        begun = time.monotonic()
        try:
            tests[name]()
            print(f"ok    {name} ({time.monotonic() - begun:.1f} s)")
        except AssertionError as error:
            failed += 1
            line = error.__traceback__.tb_next or error.__traceback__
            print(f"wrong {name}, line {line.tb_lineno}: {error}")
    return 1 if failed else 0
