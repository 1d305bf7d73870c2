#!/usr/bin/env python3
"""requests.py: hostile requests to `ariadne serve`: bytes that are no HTTP, headers that play tricks, bodies that
never come to their end, every route with every parameter gone wrong.

    tests/attack/requests.py ARIADNE [--seconds N | --cases N] [--seed S] [--clients N] [--only CASE]

Runs for N seconds (60), or so many cases, by several clients at once (4). Each case is made from the seed and its number alone, so that a finding can
be repeated: --seed and --only, as it says. A finding is printed, and ends in exit code 1:

- the server dies, or says anything (under the sanitizers: their reports), or keeps a connection that has ended;
- an answer is no HTTP, or no JSON where it should be, or contradicts itself, or is a mistake of ours (500);
- something is answered to a page of another site, or under another's name, however the headers are written;
- a plain question of another client is not answered, or differently from before.
"""
import argparse
import json
import os
import random
import re
import socket
import sys
import threading
import time
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "web"))
from serving import Server, rest_of  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
ROUTES = re.findall(r'ROUTE\("([^"]+)"', (ROOT / "web/routes.h").read_text())
STATUSES = {200, 204, 304, 400, 403, 404, 405, 408, 411, 413, 414, 415, 421, 422, 431, 503}
LIBRARYS = {400, 413, 414, 431, 505}  # what the HTTP library refuses by itself, in HTML
OPTIONS = ["--no-books", "--seconds", "0.2", "--patience", "2", "--waiting", "20", "--connections", "60",
           "--analyses", "2", "--memory", "4M"]
PATIENCE = 120  # seconds without a byte: it hangs
PROBE = "/api/state?game=connect4&moves=4444"


class Finding(Exception):
    pass


# ---- making requests ----

NUMBERS = ["0", "-1", "1", "2", "7", "64", "65", "100", "255", "1e9", "1e999", "-0", "0x10", "007", "1.5", "nan", "inf",
           "2147483647", "2147483648", "-2147483649", "9223372036854775807", "18446744073709551616", "1" * 400, "1,2",
           "0,0", "99,99", "-1,-1", " 1", "1 ", "+1", "\u0661"]
TEXTS = ["", " ", "%", "%00", "%n%n%s", "\x01\x7f", "\u00e9\U0001f600", "\\", "\"'<>&", "../../etc/passwd", "yes", "no", "true",
         "null", "{}", "[]", "x" * 300, "x" * 9000, "a\nb", "\n" * 50, "A" * 64 + "=", "alphabeta", "minimax", "solve",
         "random", "centre", "first", "perfect", "level:10", "level:99", "engine:depth=99999", "random:", "recursive",
         "right-hand", "shortest", "dead-ends", "kruskal", "wilson", "eller", "north", "#", "\t", "pattern,f2=2,f3=5",
         "pattern,f2=", "neutral,", "./evil.so", "/dev/zero", "ariadne save 1\ngame ./evil.so\nend 0\n",
         "connect4 4445", "+-+\n|S|\n+-+\n", "+-+-+\n|S  |\n+ + +\n|    \n+-+-+\n", "RGBW RGBW\n" * 4, "..#\n#..\n"]
MOVES = ["", "1", "4", "44444444", "a1", "a1 b2 c3", "1:1", "5 1 9", "pass", "1" * 500, "a1r a3b", "zz", "1:99999", ",,,,",
         "b1 c2", "xox.o.x.o", "./.././+0/1", "..x/.../.../2", "7531", "moves:22"]


def game_of(chance, games):
    """A game's name with options, sensible or not."""
    game = chance.choice(games)
    options = []
    for option in game["options"]:
        if chance.random() < 0.5:
            near = [str(option[end] + by) for end in ("min", "max", "default") if isinstance(option.get(end), int)
                    for by in (-1, 0, 1)]
            value = chance.choice(near + NUMBERS + ["7531", "yes", "no", "9" * 30])
            options.append(f"{option['name']}={value}")
    name = game["id"] + (":" + ",".join(options) if options else "")
    return mutate_text(chance, name) if chance.random() < 0.1 else name


def cubes_of(chance):
    """Cubes with few colours or many, whose solutions may be more than anybody can count."""
    count, colours = chance.randint(1, 100), chance.choice([3, 20, 100, 240])
    return "\n".join(" ".join(f"c{(6 * cube + face) % colours}" for face in range(6)) for cube in range(count))


def value_of(chance, name, games):
    if name == "cubes" and chance.random() < 0.7:
        return cubes_of(chance)
    if name == "game" and chance.random() < 0.9:
        return game_of(chance, games)
    if name in ("moves", "position") and chance.random() < 0.8:
        return chance.choice(MOVES)
    if name == "seconds" and chance.random() < 0.8:
        return chance.choice(["0.01", "0.1", "0.2"])
    return chance.choice(NUMBERS if chance.random() < 0.5 else TEXTS)


def mutate_text(chance, text):
    return mutate(chance, text.encode()).decode("latin-1")


def mutate(chance, data):
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 4, 16])):
        at, end = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
        kind = chance.randrange(6)
        if kind == 0:
            data[at:at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
        elif kind == 1:
            data[at:at] = data[min(at, end):max(at, end)]  # twice
        elif kind == 2:
            del data[min(at, end):max(at, end)]
        elif kind == 3:
            data[at:at] = chance.choice([b"\r\n", b"\n", b"\0", b" ", b"\r\n ", b":", b"%", b"\r"]) * chance.choice([1, 1, 1, 500])
        elif kind == 4 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        else:
            data[at:at] = bytes([chance.choice(b"xA0 &=;,\"{}[]")]) * chance.choice([1, 10, 1000, 70000])
    return bytes(data)


def question(chance, names, games):
    """The parameters of a question to a route that has these."""
    chosen = {name: value_of(chance, name, games) for name in names if name == "game" or chance.random() < 0.6}
    if chance.random() < 0.1:
        chosen[chance.choice(TEXTS)[:40]] = chance.choice(TEXTS)
    return chosen


def json_of(chance, parameters):
    """A JSON body, mostly."""
    body = {}
    for name, value in parameters.items():
        kind = chance.randrange(12)
        if kind == 0:
            body[name] = value.split("\n")
        elif kind == 1:
            body[name] = chance.choice([None, True, False, 0, -1, 1e308, 2 ** 63, 2 ** 200, {}, [], [[]], [1], ["a", None]])
        else:
            body[name] = value
    text = json.dumps(body, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    kind = chance.randrange(12)
    if kind == 0:
        return mutate(chance, text)
    if kind == 1:
        return b"[" * chance.choice([1, 100, 100000])
    if kind == 2:
        return b"{" + b'"game":"nim",' * chance.choice([2, 5000]) + text[1:]
    return text


def request(method, path, headers, body=b""):
    lines = [f"{method} {path} HTTP/1.1".encode("utf-8", "replace")] + [
        line if isinstance(line, bytes) else line.encode("latin-1", "replace") for line in headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def ask_route(chance, state):
    """A route with hostile parameters, in good HTTP."""
    path = chance.choice(ROUTES)
    parameters = question(chance, state.parameters[path], state.games)
    headers = ["Host: localhost", "Connection: close"]
    if chance.random() < 0.3:
        headers.append("Accept: text/event-stream")
    if chance.random() < 0.5:
        body = json_of(chance, parameters)
        return request("POST", path, headers + ["Content-Type: application/json", f"Content-Length: {len(body)}"], body)
    text = "&".join(f"{quote(name.encode('utf-8', 'surrogatepass'))}={quote(value.encode('utf-8', 'surrogatepass'))}"
                    for name, value in parameters.items())
    return request("GET", f"{path}?{text}", headers)


def ask_universal(chance, state):
    """The routes of the universal API, whose path is made of what somebody wrote."""
    game, _, options = game_of(chance, state.games).partition(":")
    parts = [quote(part) for part in (game, options or "regular", chance.choice(["positions", "", "x"]))]
    path = "/" + "/".join(parts) + f"/?p={quote(chance.choice(MOVES + TEXTS))}"
    return request("GET", path, ["Host: localhost", "Connection: close"])


def strange_request(chance, state):
    """A good request, with bytes changed, lost and added."""
    data = chance.choice([ask_route, ask_universal])(chance, state)
    return mutate(chance, data)


def strange_lengths(chance, _):
    """A body whose length is said in strange ways, or in chunks."""
    body = b'{"game":"nim"}'
    lengths = ["14", "0", "-1", "+14", "14, 14", "0x0e", "14 ", "1e1", "99999999999999999999", "262145", "5000000", "", "13", "15",
               "14\r\nContent-Length: 14", "14\r\nContent-Length: 0"]
    codings = ["chunked", "Chunked", "xchunked", "gzip, chunked", "identity", " chunked", "chunked, chunked", ""]
    chunks = [b"e\r\n" + body + b"\r\n0\r\n\r\n", b"e;" + b"x" * chance.choice([10, 100000]) + b"\r\n" + body + b"\r\n0\r\n\r\n",
              b"-1\r\n", b"f" * 17 + b"\r\n", b"0\r\n" + b"X: y\r\n" * chance.choice([1, 20000]) + b"\r\n", b"zz\r\n", b"\r\n" * 100]
    headers = ["Host: localhost", "Content-Type: application/json"]
    if chance.random() < 0.6:
        headers.append(f"Content-Length: {chance.choice(lengths)}")
    if chance.random() < 0.6:
        headers.append(f"Transfer-Encoding: {chance.choice(codings)}")
    if chance.random() < 0.2:
        headers.append(f"Expect: {chance.choice(['100-continue', 'x'])}")
    chance.shuffle(headers)
    sent = chance.choice([body, *chunks])
    return request("POST", "/api/state", headers, sent + chance.choice([b"", request("GET", "/api/games", ["Host: localhost"])]))


GUARDED = ["Origin: http://evil.example", "Origin: null", "Referer: http://evil.example/", "Sec-Fetch-Site: cross-site",
           "Sec-Fetch-Site: same-site", "Host: evil.example"]
HARMLESS = ["X: y", "Accept: */*", "Accept-Language: cs", "Cookie: a=b; c=d", "X-Forwarded-For: 1.2.3.4", "User-Agent: x",
            "X:", "X: \t y \t"]


def foreign_request(chance, _):
    """A question of a page elsewhere, or under another's name, its headers written in every way that might hide it."""
    evil = chance.choice(GUARDED)
    name, value = evil.split(": ")
    written = chance.choice([
        evil, f"{name}:{value}", f"{name.upper()}: {value}", f"{name}:\t{value}", f"{name}: {value}\r\n x", f"{name}:\r\n {value}",
        f"{name}: {value}\r\n\t", f"X: y\r\n {evil}\r\n{evil}", f"{name}: {value}  ", f"{name}: \0{value}\r\n{evil}",
        f"{name}: {value}\r\n{evil}", f"{name}: {value}\r\n x\r\n y", f"{name}: {value}\n z"])
    own = {"Host": "localhost", "Origin": "http://localhost", "Referer": "http://localhost/", "Sec-Fetch-Site": "same-origin"}
    headers = [written] + chance.sample(HARMLESS, chance.randint(0, 4))
    if name != "Host":
        headers.append("Host: localhost")
    for more, good in own.items():  # what is right beside what is wrong
        if more != "Host" and chance.random() < 0.3 or more == name and chance.random() < 0.5:
            headers.append(f"{more}: {good}")
    chance.shuffle(headers)
    path = chance.choice(["/api/games", "/api/state?game=nim", "/api/queens?n=4", "/nim/heaps=31/", "/nim/heaps=31/positions/?p=31"])
    return request("GET", path, headers + ["Connection: close"])


def many_headers(chance, _):
    """More headers than anybody needs, or longer ones."""
    count, size = chance.choice([(90, 10), (101, 1), (5000, 1), (1, 15000), (1, 17000), (1, 70000), (60, 400), (3, 6000)])
    name = chance.choice([lambda i: "X", lambda i: f"X{i}", lambda i: "Accept", lambda i: "Cookie"])
    headers = ["Host: localhost"] + [f"{name(i)}: {'y' * size}" for i in range(count)]
    return request("GET", chance.choice(["/api/games", "/", "/" + "a" * chance.choice([1, 8000, 9000, 66000])]),
                   headers + ["Connection: close"])


def noise(chance, _):
    """Bytes that were never HTTP."""
    return chance.choice([chance.randbytes(chance.choice([1, 100, 5000, 100000])), b"\x16\x03\x01\x02\x00\x01", b"\r\n" * 9000,
                          b"\0" * 70000, b"GET", b"GET / HTTP/9.9\r\n\r\n", b"G" * 70000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"])


KINDS = [ask_route] * 6 + [ask_universal, strange_request, strange_request, strange_lengths, foreign_request, foreign_request,
                           many_headers, noise]


# ---- sending them ----

def send(chance, port, data):
    """Sends these bytes in one of many ways; what comes back, or None when nobody waited for it."""
    link = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    try:
        manner = chance.randrange(10)
        if manner == 0:  # the beginning, and then nothing more for a while
            link.sendall(data[:chance.randint(0, len(data))])
            if chance.random() < 0.5:
                link.shutdown(socket.SHUT_WR)
        elif manner == 1:  # in pieces
            cuts = sorted(chance.randrange(len(data) + 1) for _ in range(5))
            for begin, end in zip([0, *cuts], [*cuts, len(data)]):
                link.sendall(data[begin:end])
                time.sleep(0.002)
        elif manner == 2:  # leaves at once, politely or not
            link.sendall(data)
            if chance.random() < 0.5:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            return None
        elif manner == 3:  # takes a little of the answer
            link.sendall(data)
            link.recv(1)
            return None
        elif manner == 4:  # several at once
            link.sendall(data * chance.randint(2, 5))
        elif manner == 5:  # in a crowd
            crowd(port, data, chance.choice([3, 10, 70]))
            link.sendall(data)
        else:
            link.sendall(data)
        link.shutdown(socket.SHUT_WR)
        return rest_of(link)
    except (BrokenPipeError, ConnectionResetError, OSError) as error:
        if isinstance(error, socket.timeout):
            raise Finding("the server neither answers nor closes") from error
        return None  # closed while we sent
    finally:
        link.close()


def crowd(port, data, count):
    """Many connections that all ask the same, and leave together without having listened."""
    links = []
    try:
        for _ in range(count):
            links.append(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            links[-1].sendall(data)
    finally:
        for link in links:
            link.close()


# ---- judging the answers ----

def first_answer(data):
    """The first answer's status, headers and body, as far as it came."""
    head, end, rest = data.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", head)
    if not found or not end:
        raise Finding(f"an answer that is no HTTP: {data[:100]!r}")
    headers = {name.strip().lower(): value.strip() for name, _, value in
               (line.partition(b":") for line in head.split(b"\r\n")[1:])}
    return int(found[1]), headers, rest


def judge(data, foreign):
    if not data:
        return
    if data.startswith(b"HTTP/1.1 100 "):
        data = data.partition(b"\r\n\r\n")[2]
        if not data:
            return
    status, headers, rest = first_answer(data)
    kind = headers.get(b"content-type", b"")
    if rest.startswith(b"<html>"):
        if status not in LIBRARYS:
            raise Finding(f"the library's own answer, {status}")
        return
    if status not in STATUSES:
        raise Finding(f"status {status}: {rest[:200]!r}")
    if foreign and status < 400:
        raise Finding(f"answered with {status} to a page of another site, or under another's name")
    if kind == b"application/json" and b"content-length" in headers:
        body = rest[:int(headers[b"content-length"])]
        if len(body) < int(headers[b"content-length"]):
            return  # the server ended the connection, or we did
        judge_json(status, body)


def judge_json(status, body):
    try:
        answer = json.loads(body)
    except ValueError as error:
        raise Finding(f"no JSON ({error}): {body[:200]!r}") from error
    if status >= 400:
        error = answer.get("error", {})
        if error.get("status") != status or not error.get("name") or not error.get("message"):
            raise Finding(f"an error that does not say what: {body[:200]!r}")


# ---- the server that is attacked ----

class State:
    """What is known about the server: its games, and which parameters each route has."""

    def __init__(self, server):
        self.games = json.loads(ask(server, "/api/games"))["games"]
        self.parameters = {}
        for path in ROUTES:
            message = json.loads(ask(server, f"{path}?none=1"))["error"]["message"]
            self.parameters[path] = message.partition("there are: ")[2].split()
        self.probe = ask(server, PROBE)


def ask(server, path):
    """A plain question of another client."""
    link = server.connect(timeout=PATIENCE, source="127.0.0.2")
    link.request("GET", path)
    body = link.getresponse().read()
    link.close()
    return body


def connections(server):
    """How many sockets the server has open, where the system tells."""
    count = 0
    for file in Path(f"/proc/{server.process.pid}/fd").glob("*"):
        try:
            count += os.readlink(file).startswith("socket:")
        except FileNotFoundError:  # closed since it was listed
            pass
    return count


def check_alive(server, state):
    if server.process.poll() is not None:
        raise Finding(f"the server ended with {server.process.returncode}")
    try:
        if ask(server, PROBE) != state.probe:
            raise Finding("a plain question is answered differently")
    except OSError as error:
        raise Finding(f"a plain question is not answered: {error}") from error


def check_connections(server, before):
    """All that were opened are closed again, once nobody uses them."""
    until = time.monotonic() + PATIENCE
    while connections(server) > before:
        if time.monotonic() > until:
            raise Finding(f"{connections(server)} sockets are open, {before} were")
        time.sleep(0.05)


def attack(server, state, seed, number):
    chance = random.Random(f"{seed}:{number}")
    kind = chance.choice(KINDS)
    data = kind(chance, state)
    try:
        judge(send(chance, server.port, data), kind is foreign_request)
        check_alive(server, state)
    except Finding as finding:
        raise Finding(f"{finding}\n  {kind.__name__}: {data[:600]!r}") from finding


class Run:
    """Cases, handed out to several clients, until the time is up or one has ended the server."""

    def __init__(self, words):
        self.words, self.lock = words, threading.Lock()
        self.numbers = iter([words.only] if words.only is not None else range(words.cases or 10 ** 12))
        timed = words.cases is None and words.only is None
        self.until = time.monotonic() + (words.seconds if timed else 10 ** 9)
        self.done = self.findings = 0
        self.over = False

    def find(self, what):
        with self.lock:
            self.findings += 1
            print(f"found, --seed {self.words.seed} {what}", flush=True)

    def next(self):
        """The next case's number; None when there is none."""
        with self.lock:
            number = next(self.numbers, None) if time.monotonic() < self.until else None
            self.done += number is not None
            self.over = self.over or number is None
            return number

    def client(self, server, state):
        while server.process.poll() is None:
            number = self.next()
            if number is None:
                return
            try:
                attack(server, state, self.words.seed, number)
            except Finding as finding:
                self.find(f"--only {number}: {finding}")

    def serve(self):
        """One server, and all cases until it ends, or they do."""
        environment = dict(os.environ, ARIADNE_BOOKS=os.devnull)
        for name in ("ASAN", "UBSAN", "TSAN"):
            environment[f"{name}_OPTIONS"] = "halt_on_error=1:" + environment.get(f"{name}_OPTIONS", "")
        with Server(self.words.ariadne, *OPTIONS, environment=environment) as server:
            before = connections(server)
            state = State(server)
            clients = [threading.Thread(target=self.client, args=[server, state]) for _ in range(self.words.clients)]
            for client in clients:
                client.start()
            for client in clients:
                client.join()
            if server.process.poll() is None:
                check_connections(server, before)

    def all(self):
        while not self.over:
            try:
                self.serve()
            except (Finding, AssertionError) as finding:  # the server's end says what was wrong
                self.find(f"by case {self.done}: {finding}")
        print(f"requests: seed {self.words.seed}, {self.done} cases, {self.findings} findings", flush=True)
        return 1 if self.findings else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ariadne")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--only", type=int)
    words = parser.parse_args()
    if words.seed is None:
        words.seed = random.SystemRandom().randrange(10 ** 9)
    print(f"requests: seed {words.seed}", flush=True)
    return Run(words).all()


if __name__ == "__main__":
    sys.exit(main())
