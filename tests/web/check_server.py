#!/usr/bin/env python3
"""check_server.py: how the web server behaves: what it refuses, how it streams, what it keeps
to itself, and that its answers are the command's.

    tests/web/check_server.py PROGRAM STATIC [NAME ...]

STATIC is the folder of the page's files. Names choose some of the tests.
"""
import gzip
import hashlib
import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import quote, urlencode

from serving import Server, rest_of, run_tests

PROGRAM, STATIC = sys.argv[1], Path(sys.argv[2])
JSON = {"Content-Type": "application/json"}


def command(*words, code=0):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout


def address(route, **parameters):
    return f"/api/{route}?{urlencode(parameters)}"


def refused(status, headers, body, wanted, what):
    """An error has the right status, and says so in JSON."""
    assert status == wanted, f"{what}: {status}, not {wanted}: {body[:200]}"
    assert headers["Content-Type"] == "application/json", what
    error = json.loads(body)["error"]
    assert error["status"] == wanted and error["name"] and error["message"], what


# ---- what is answered ----

def test_large_boards():
    """A computer that cannot prove anything in its time plays where the game is, not in the first corner."""
    with Server(PROGRAM) as server:
        for seconds in ("0.3", "2"):
            move = server.get(f"/api/move?game=mnk:width=15,height=15,line=5&moves=h8&player=perfect&seconds={seconds}")[1]
            assert move["player"] == "strongest" and not move["exact"], move
            column, row = "abcdefghijklmno".index(move["move"][0]), int(move["move"][1:])
            assert max(abs(column - 7), abs(row - 8)) <= 2, move


# ---- what is refused ----

def test_errors():
    cases = [
        ("GET", "/api/nothing", {}, None, 404),
        ("GET", "/api", {}, None, 404),
        ("GET", "/api/state", {}, None, 400),
        ("GET", "/api/state?game=chess", {}, None, 400),
        ("GET", "/api/state?game=connect4:width=65", {}, None, 400),
        ("GET", "/api/state?game=connect4&moves=48", {}, None, 400),
        ("GET", "/api/state?game=tictactoe&moves=55", {}, None, 400),
        ("GET", "/api/state?game=tictactoe&position=xxx......", {}, None, 400),
        ("GET", "/api/state?game=tictactoe&game=nim", {}, None, 400),
        ("GET", "/api/state?game=tictactoe&nonsense=1", {}, None, 400),
        ("GET", "/api/state?" + "&".join(f"p{i}=1" for i in range(60)), {}, None, 422),
        ("GET", "/api/state?game=%00", {}, None, 400),
        ("GET", "/api/state?game=" + "x" * 9000, {}, None, 414),
        ("GET", "/api/analysis?game=nim&seconds=1e9", {}, None, 400),
        ("GET", "/api/analysis?game=nim&seconds=-1", {}, None, 400),
        ("GET", "/api/analysis?game=nim&seconds=nan", {}, None, 400),
        ("GET", "/api/move?game=nim&player=human", {}, None, 400),
        ("GET", "/api/move?game=nim&player=god", {}, None, 400),
        ("GET", "/api/move?game=nim:heaps=1&moves=1:1", {}, None, 400),
        ("GET", "/api/move?game=nim&seed=-1", {}, None, 400),
        ("GET", "/api/tree?game=connect4&algo=minimax&depth=20", {}, None, 422),
        ("GET", "/api/tree?game=connect4:width=4,height=4&algo=alphabeta&order=best&depth=16", {}, None, 422),
        ("GET", "/api/tree?game=nim&algo=magic", {}, None, 400),
        ("GET", "/api/steps?game=nim&most=999999999", {}, None, 400),
        ("GET", "/api/steps?game=nim&eval=wise", {}, None, 400),
        ("GET", "/api/review?game=coins:coins=1000,most=1&moves=" + "1," * 600, {}, None, 422),
        ("GET", "/api/maze/generate?width=1000000", {}, None, 400),
        ("GET", "/api/maze?maze=hello", {}, None, 400),
        ("GET", "/api/knight?width=0", {}, None, 400),
        ("GET", "/api/knight?from=7,7", {}, None, 400),
        ("GET", "/api/queens?n=31", {}, None, 400),
        ("GET", "/api/queens?n=8&placed=9,9", {}, None, 400),
        ("GET", "/api/cubes?cubes=R", {}, None, 400),
        ("GET", "/api/fill?picture=", {}, None, 400),
        ("GET", "/api/fill?picture=ab%0Ac", {}, None, 400),
        ("GET", "/api/import?text=ariadne%20save%201", {}, None, 400),
        ("GET", "/tictactoe/regular/positions/?p=q", {}, None, 400),
        ("GET", "/nim/heaps=x/positions/?p=1", {}, None, 400),
        ("GET", "/chess/regular/positions/?p=1", {}, None, 404),
        ("PUT", "/api/state", {}, None, 405),
        ("DELETE", "/api/games", {}, None, 405),
        ("OPTIONS", "/api/games", {}, None, 405),
        ("TRACE", "/nothing", {}, None, 404),
        ("POST", "/api/games", JSON, "{}", 405),
        ("POST", "/api/state", JSON, "", 400),
        ("POST", "/api/state", JSON, "{", 400),
        ("POST", "/api/state", JSON, "[]", 400),
        ("POST", "/api/state", JSON, '{"game":{}}', 400),
        ("POST", "/api/state", JSON, '{"game":["nim",1]}', 400),
        ("POST", "/api/state", JSON, '{"game":"nim","game":"nim"}', 400),
        ("POST", "/api/state", JSON, '{"game":"nim\\u0000"}', 400),
        ("POST", "/api/state", JSON, b'{"game":"\xff"}', 400),
        ("POST", "/api/state", JSON, "[" * 100000, 400),
        ("POST", "/api/state", JSON, '{"game":"nim"} more', 400),
        ("POST", "/api/state", JSON, "x" * 300000, 413),
        ("POST", "/api/state", JSON, "x" * 3000000, 413),
        ("POST", "/api/state", JSON, json.dumps({"game": "coins:coins=99999",
                                                 "moves": "1" * 20000}), 422),
        ("POST", "/api/state", {}, '{"game":"nim"}', 415),
        ("POST", "/api/state", {"Content-Type": "application/jsonx"}, "{}", 415),
        ("POST", "/api/state", {"Content-Type": "text/plain"}, "{}", 415),
        ("GET", "/api/games", {"Host": "evil.example"}, None, 421),
        ("GET", "/api/games", {"Host": "127.0.0.1.evil.example"}, None, 421),
        ("GET", "/api/games", {"Host": "localhost:80:80"}, None, 421),
        ("GET", "/api/games", {"Host": "[::1"}, None, 421),
        ("GET", "/api/games", {"Host": ""}, None, 421),
        ("GET", "/api/games", {"Origin": "http://evil.example"}, None, 403),
        ("GET", "/api/games", {"Origin": "null"}, None, 403),
        ("POST", "/api/state", {**JSON, "Transfer-Encoding": "chunked"}, b"0\r\n\r\n", 411),
    ]
    with Server(PROGRAM) as server:
        for method, path, more, body, wanted in cases:
            refused(*server.ask(method, path, body, more), wanted, (method, path[:60], more))
        _, headers, _ = server.ask("PUT", "/api/state")
        assert headers["Allow"] == "GET, HEAD, POST"
        assert server.get("/api/games")[0] == 200


def test_paths():
    """No address leads to a file that was not packed."""
    tricks = ["/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
              "/index.html/", "/index.html%00", "/./index.html", "/static/../index.html",
              "/index.html/..", "/\\..\\index.html", "/.git/config", "/%c0%ae%c0%ae/", "/api/../"]
    with Server(PROGRAM) as server:
        for path in tricks:
            refused(*server.ask("GET", path), 400 if "%00" in path else 404, path)


def test_hosts():
    with Server(PROGRAM, "--host", "games.example,other.example") as server:
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8080", "games.example",
                     "Other.Example:443"]:
            assert server.ask("GET", "/api/games", headers={"Host": host})[0] == 200, host
        own = {"Host": "games.example", "Origin": "https://games.example"}
        assert server.ask("GET", "/api/games", headers=own)[0] == 200
        _, headers, _ = server.ask("GET", "/api/games")
        assert not [name for name in headers if name.lower().startswith("access-control")]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    with Server(PROGRAM, "--cors", "https://page.example") as server:
        asked = {"Origin": "https://page.example"}
        status, headers, _ = server.ask("GET", "/api/games", headers=asked)
        assert status == 200
        assert headers["Access-Control-Allow-Origin"] == "https://page.example"
        status, headers, _ = server.ask("OPTIONS", "/api/state", headers=asked)
        assert status == 204 and "POST" in headers["Access-Control-Allow-Methods"]
        refused(*server.ask("GET", "/api/games", headers={"Origin": "https://x.example"}), 403, "x")


def test_other_sites():
    """Pages of other sites start no work, whatever of themselves their browser tells; the page itself can be
    linked to."""
    work = ["/api/games", "/api/state?game=nim", "/api/analysis?game=nim", "/api/queens?n=4", "/nim/heaps=31/",
            "/nim/heaps=31/positions/?p=31", "/api/nothing"]
    files = ["/", "/index.html", "/files.json", "/js/api.js"]
    with Server(PROGRAM) as server:
        own = f"http://127.0.0.1:{server.port}"
        foreign = [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "Cross-Site"},
                   {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": ""}, {"Sec-Fetch-Site": "what else"},
                   {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
                   {"Sec-Fetch-Site": "cross-site", "Referer": f"{own}/"},
                   {"Sec-Fetch-Site": "same-origin", "Referer": "http://evil.example/"},
                   {"Sec-Fetch-Site": "none", "Origin": "http://evil.example"},
                   {"Referer": "http://evil.example"}, {"Referer": "http://evil.example/page?a=1"},
                   {"Referer": f"{own}.evil.example/"}, {"Referer": f"{own}0/"},
                   {"Referer": f"http://localhost:{server.port}/"}, {"Referer": "http://127.0.0.1/"},
                   {"Referer": f"ftp://127.0.0.1:{server.port}/"}, {"Referer": "about:blank"},
                   {"Referer": f"http://evil.example/{own}/"}, {"Referer": f"{own}@evil.example/"},
                   {"Referer": f"evil?{own}/"}, {"Origin": f"{own}/"}, {"Origin": f"{own}#"}, {"Origin": ""},
                   {"Origin": own, "Referer": "http://evil.example/"}]
        welcome = [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {"Origin": own},
                   {"Referer": f"{own}/"}, {"Referer": own}, {"Referer": f"{own}?a#b"}, {"Referer": ""},
                   {"Origin": own, "Referer": f"{own}/", "Sec-Fetch-Site": "same-origin"}]
        for path in work:
            for headers in foreign:
                refused(*server.ask("GET", path, headers=headers), 403, (path, headers))
            for headers in welcome:
                assert server.ask("GET", path, headers=headers)[0] == (404 if "nothing" in path else 200), \
                    (path, headers)
        for headers in foreign:
            for path in files:
                wanted = 200 if headers.get("Origin", own) == own else 403
                assert server.ask("GET", path, headers=headers)[0] == wanted, (path, headers)
            refused(*server.ask("POST", "/api/state", '{"game":"nim"}', {**JSON, **headers}), 403, headers)
    page = "https://page.example"
    allowed = [{"Origin": page}, {"Referer": f"{page}/x"}, {"Origin": page, "Sec-Fetch-Site": "cross-site"},
               {"Referer": f"{page}/", "Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-origin"}]
    others = [{"Sec-Fetch-Site": "cross-site"}, {"Referer": f"{page}.evil.example/"},
              {"Referer": "http://page.example/"}, {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
              {"Origin": page, "Referer": "http://evil.example/"},
              {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site", "Referer": page}]
    with Server(PROGRAM, "--cors", page) as server:
        for headers in allowed:
            assert server.ask("GET", work[1], headers=headers)[0] == 200, headers
        for headers in others:
            refused(*server.ask("GET", work[1], headers=headers), 403, headers)
    with Server(PROGRAM, "--cors", "*") as server:
        for headers in allowed + others:
            assert server.ask("GET", work[1], headers=headers)[0] == 200, headers


def raw(server, data, shut=False):
    """What comes back for these very bytes until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
        link.sendall(data)
        if shut:
            link.shutdown(socket.SHUT_WR)
        return rest_of(link)


def test_raw():
    """Bytes that are no HTTP, too much of it, or the beginning of it."""
    with Server(PROGRAM, "--patience", "2") as server:
        host = b"Host: localhost\r\nConnection: close\r\n"
        head, body = raw(server, b"GET /api/games HTTP/1.1\r\nConnection: close\r\n\r\n").split(b"\r\n\r\n")
        assert b" 400 " in head and json.loads(body)["error"]["name"] == "host"
        assert b" 200 " in raw(server, b"GET /api/games HTTP/1.1\r\n" + host + b"\r\n")
        for garbage in [b"\x16\x03\x01\x02\x00\x01", b"hello\r\n\r\n", b"GET\r\n\r\n", b"\r\n" * 5000,
                        b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n", b"\x00" * 70000,
                        b"GET / HTTP/9.9\r\n" + host + b"\r\n",
                        b"GET /api/games HTTP/1.1\r\n" + b"X: y\r\n" * 20000 + host + b"\r\n",
                        b"POST /api/state HTTP/1.1\r\n" + host + b"Content-Length: -5\r\n\r\n",
                        b"POST /api/state HTTP/1.1\r\n" + host + b"Content-Length: 9999999999999999"
                        b"99999\r\n\r\n"]:
            answer = raw(server, garbage)
            assert answer == b"" or answer.startswith(b"HTTP/1."), answer[:100]
            assert b" 200 " not in answer[:20], garbage[:40]
        # What two readers could understand differently.
        for twice in [b"Host: evil.example\r\n" + host, host + b"Host: evil.example\r\n",
                      host + b"host: localhost\r\n"]:
            for start in (b"GET /api/games", b"OPTIONS /api/games"):
                answer = raw(server, start + b" HTTP/1.1\r\n" + twice + b"\r\n")
                assert answer.startswith(b"HTTP/1.1 400"), (twice, answer[:100])
        for length, wanted in [(b"Content-Length: 14\r\nContent-Length: 15", 400),
                               (b"Content-Length: 14\r\n" * 2 + b"X: y", 400), (b"Content-Length : 14", 400),
                               (b"Transfer-Encoding: xchunked", 411), (b"Transfer-Encoding: chunked", 411),
                               (b"Transfer-Encoding: chunked\r\n" * 2 + b"X: y", 411),
                               (b"Transfer-Encoding: chunked\r\nContent-Length: 14", 411),
                               (b"Content-Length: 14\r\nTransfer-Encoding: chunked", 411)]:
            answer = raw(server, b"POST /api/state HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
                         b"\r\n" + length + b'\r\n\r\n{"game":"nim"}GET /api/games HTTP/1.1\r\nHost: localhost'
                         b"\r\n\r\n")
            head, body = answer.split(b"\r\n\r\n", 1)
            assert head.startswith(b"HTTP/1.1 %d" % wanted) and b"Connection: close" in head, (length, answer)
            assert json.loads(body)["error"]["status"] == wanted, (length, body)
        begun = b"POST /api/state HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
        raw(server, begun + b"Content-Length: 100\r\n\r\n{", shut=True)
        # Chunks are refused before they come, so that there is nothing to be played with.
        for chunks in [b'e\r\n{"game":"nim"}\r\n0\r\n\r\n', (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 300,
                       b"1;" + b"x" * 100000 + b"\r\nx\r\n0\r\n\r\n", b"0\r\n" + b"X: y\r\n" * 20000 + b"\r\n",
                       b"-1\r\n", b"f" * 20 + b"\r\n", b""]:
            link = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            link.sendall(begun + b"Transfer-Encoding: chunked\r\n\r\n")
            head, _, body = rest_of(link).partition(b"\r\n\r\n")
            link.close()
            assert head.startswith(b"HTTP/1.1 411") and json.loads(body)["error"]["status"] == 411, (chunks[:20], head)
            try:
                answer = raw(server, begun + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)
            except (BrokenPipeError, ConnectionResetError):
                continue  # it had been refused before all was sent
            assert answer.startswith(b"HTTP/1.1 411") or not answer, (chunks[:20], answer[:300])
        assert server.get("/api/games")[0] == 200


def test_headers():
    """Too many headers, or too long ones, are refused like everything else."""
    host = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    with Server(PROGRAM) as server:
        for more, wanted in [(b"X: y\r\n" * 90, 200), (b"X: y\r\n" * 120, 431),
                             (b"X: " + b"y" * 15000 + b"\r\n", 200),
                             (b"X: " + b"y" * 17000 + b"\r\n", 431),
                             ((b"X: " + b"y" * 400 + b"\r\n") * 60, 431)]:
            head, body = raw(server, host + more + b"\r\n").split(b"\r\n\r\n", 1)
            assert head.split()[1] == b"%d" % wanted, (more[:20], head)
            assert b"Content-Type: application/json" in head, head
            assert wanted == 200 or json.loads(body)["error"]["status"] == wanted, body


def test_lines():
    """A header is one line, and what guards look at comes once: nothing is hidden from them."""
    start, host = b"GET /api/games HTTP/1.1\r\n", b"Host: localhost\r\n"
    evil = b"http://evil.example"
    good = [b"X: y\r\n", b"X:y\r\n", b"X: \t y\r\n", b"X:\r\n", b"X: y  \r\n", b"X: a  b\t\r\n", b"X: \r\n", b"X: y\n",
            b"X: y\r\nX: z\r\n"]
    bad = [b"Origin: %s\r\n x\r\n", b"Origin: %s\r\n\tx\r\n", b"Origin:\r\n %s\r\n", b"Origin: %s\n x\n",
           b"Origin: %s\r\n x\r\n y\r\n", b"X: y\r\n Origin: %s\r\n",
           b"Referer: %s\r\n x\r\n", b"Sec-Fetch-Site: cross-site\r\n x\r\n", b"Host: evil.example\r\n x\r\n",
           b"X: y\r\n \r\nX: y\r\n", b"X: y\r\n\t \t\r\nX: y\r\n", b"X: y\0Origin: %s\r\nX: y\r\n",
           b"Origin: \0%s\r\nX: y\r\n", b"X\0y: z\r\n", b" X: y\r\n", b"X : y\r\n",
           b"Origin: http://localhost\r\nOrigin: %s\r\n", b"Origin: %s\r\nOrigin: http://localhost\r\n",
           b"Origin: http://localhost\r\nX: y\r\norigin: http://localhost\r\n",
           b"Referer: http://localhost/\r\nReferer: %s/\r\n", b"Host: localhost\r\n",
           b"Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n"]
    with Server(PROGRAM) as server:
        last = b"Connection: close\r\n\r\n"
        for header in good:
            for lines in (header + host, host + header):
                assert raw(server, start + lines + last).startswith(b"HTTP/1.1 200"), lines
        for header in bad:
            header = header.replace(b"%s", evil)
            for lines in (host + header + last, header + host + last, host + last[:-2] + header + b"\r\n",
                          header + b"X: y\r\n" + host + last):
                head, _, body = raw(server, start + lines).partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 400") and b"Connection: close" in head, (lines, head)
                assert b"Content-Type: application/json" not in head or json.loads(body)["error"], lines
        # On a connection that has been used, where the library's memory is not fresh.
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
            for _ in range(3):
                link.sendall(start + host + b"X: y\r\nY: z\r\n\r\n")
                assert link.recv(65536).startswith(b"HTTP/1.1 200")
                while select.select([link], [], [], 0.2)[0]:
                    link.recv(65536)
            link.sendall(start + host + b"Origin: " + evil + b"\r\n x\r\n\r\n")
            assert rest_of(link).startswith(b"HTTP/1.1 400")


def test_accept():
    """Events are for those who name them and do not prefer JSON."""
    events = ["text/event-stream", "application/json;q=0.9, text/event-stream",
              "application/json, text/event-stream", "text/event-stream, */*;q=0.1",
              "text/event-stream;q=0.1, */*, application/json;q=0",
              "text/event-stream;q=0.5, application/*;q=0.4, */*",
              "TEXT/Event-Stream ; charset=utf-8 ; Q=0.001",
              'text/event-stream;a="x,y;q=0\\"";q=1', "application/json;q=0.5\r\nAccept: text/event-stream"]
    others = ["", "*/*", "text/*", "text/event-streams", "text/html", "text/event-stream;q=0",
              "text/event-stream;q=0.000", "text/event-stream;q=0, application/json",
              "application/json, text/event-stream;q=0.9", "text/event-stream;q=0.1, */*",
              "text/event-stream;q=0.5, application/*;q=0.6, */*;q=0.1", "text/event-stream;q=2",
              "text/event-stream;q=", "text/event-stream;q=0.1\r\nAccept: application/json;q=0.2"]
    with Server(PROGRAM) as server:
        for accept in events + others:
            answer = raw(server, b"GET /api/analysis?game=nim:heaps=31 HTTP/1.1\r\nHost: localhost\r\n"
                         b"Connection: close\r\nAccept: " + accept.encode() + b"\r\n\r\n")
            wanted = b"text/event-stream" if accept in events else b"application/json"
            assert answer.startswith(b"HTTP/1.1 200") and b"Content-Type: " + wanted in answer, \
                (accept, answer[:300])


def test_noise():
    """Requests with bytes changed, lost and added: answered or closed, and never harmful."""
    chance = random.Random(1)
    host = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    body = b'{"game":"connect4","moves":"4"}'
    seeds = [b"GET /api/state?game=tictactoe&moves=5+1" + host + b"\r\n",
             b"GET /nim/heaps=31/positions/?p=31" + host + b"Accept: text/event-stream\r\n\r\n",
             b"POST /api/state" + host + b"Content-Type: application/json\r\nContent-Length: " +
             str(len(body)).encode() + b"\r\n\r\n" + body,
             b"POST /api/state" + host + b"Content-Type: application/json\r\nTransfer-Encoding: "
             b"chunked\r\n\r\n1f\r\n" + body + b"\r\n0\r\n\r\n"]
    with Server(PROGRAM, "--patience", "600") as server:
        links = []
        for _ in range(400):
            data = bytearray(chance.choice(seeds))
            for _ in range(chance.randint(0, 4)):
                at = chance.randrange(len(data))
                data[at:at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
            links.append(socket.create_connection(("127.0.0.1", server.port), timeout=60))
            links[-1].sendall(data)
            links[-1].shutdown(socket.SHUT_WR)
        for link in links:
            answer = rest_of(link)
            assert answer == b"" or answer.startswith(b"HTTP/1."), answer
            link.close()
        assert server.get("/api/games")[0] == 200


def test_slow():
    """Requests that never come to their end: the server closes, and says why."""
    with Server(PROGRAM, "--patience", "1") as server:
        links = []
        for begun in [b"", b"G", b"GET /api/games HTTP/1.1\r\nHost: loc",
                      b"POST /api/state HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                      b"application/json\r\nContent-Length: 50\r\n\r\n{"] * 10:
            link = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            link.sendall(begun)
            links.append((begun, link))
        slow = links[-1][1]
        late = b""
        while not late:  # a byte now and then keeps no connection open
            try:
                slow.sendall(b"x")
                slow.settimeout(0.2)
                late = slow.recv(1000) or b"closed"
            except socket.timeout:
                assert server.get("/api/games")[0] == 200
            except (ConnectionResetError, BrokenPipeError):
                late = b"closed"
        assert late.startswith(b"HTTP/1.1 408") or late == b"closed", late
        for begun, link in links[:-1]:
            link.settimeout(60)
            try:
                while link.recv(1000):
                    pass
            except ConnectionResetError:
                pass
            link.close()
        slow.close()


def test_late():
    """Whoever stops in the middle of a request hears why it is closed, at any patience; whoever
    was answered and asks no more hears nothing."""
    halves = [b"GET /api/games HTTP/1.1\r\nHost: loc",
              b"POST /api/state HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
              b"application/json\r\nContent-Length: 50\r\n\r\n{"]
    whole = b"GET /api/server HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for patience in ("1", "3.5"):
        with Server(PROGRAM, "--patience", patience) as server:
            links = []
            for data in [*halves, whole, whole + halves[0]]:
                links.append(socket.create_connection(("127.0.0.1", server.port), timeout=60))
                links[-1].sendall(data)
            *late, idle, second = [rest_of(link) for link in links]
            for answer in late:
                head, _, body = answer.partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 408 "), (patience, answer)
                assert json.loads(body)["error"]["status"] == 408
            assert idle.count(b"HTTP/1.1 ") == 1 and b" 200 " in idle[:20], idle
            assert second.count(b"HTTP/1.1 ") == 2 and b"HTTP/1.1 408 " in second, second
            for link in links:
                link.close()


def test_crowd():
    """Connections that only sit there make room for those that ask."""
    with Server(PROGRAM, "--connections", "40", "--patience", "600") as server:
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
        for _ in range(20):
            assert server.get("/api/games")[0] == 200
        for link in idle:
            link.close()


# ---- the page ----

def page_files(server):
    """All files of the page, by path: as they were written, and what is made of them."""
    files = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*") if path.is_file()}
    files["source.html"] = files.pop("index.html")
    listed = server.get("/files.json")[1]
    made = {"index.html", "css/page.css", "js/page.js", "js/views.js"}
    engine = {"engine.wasm"} & set(listed)  # where it is built
    # The page asks for what was joined, its languages, its worker and what a browser wants to know of it.
    alone = {"ariadne.webmanifest", "icon.svg", "keep.js", "js/engineworker.js", "js/engine.js",
             *(path for path in files if path.startswith("lang/"))}
    assert set(listed) == made | engine | alone, set(listed) ^ (made | engine | alone)
    return {**files, **{path: None for path in made | engine | {"files.json", "js/page.js.map", "js/views.js.map"}}}, listed


def test_files():
    with Server(PROGRAM) as server:
        files, listed = page_files(server)
        for path, written in files.items():
            place = "/" + path
            status, headers, body = server.ask("GET", place)
            assert status == 200 and written in (None, body), place
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy, place
            # Only the worker that needs it may compile WebAssembly, and nobody anything else.
            compiles = place == "/js/engineworker.js"
            assert ("'wasm-unsafe-eval'" in policy) == compiles, place
            assert policy.count("unsafe") == compiles, place
            assert headers["X-Content-Type-Options"] == "nosniff", place
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin", place
            assert headers["Cross-Origin-Embedder-Policy"] == "require-corp", place
            known = {"If-None-Match": 'W/"x", ' + headers["ETag"]}
            status, again, body = server.ask("GET", place, headers=known)
            assert status == 304 and not body and again["ETag"] == headers["ETag"], place
            status, again, body = server.ask("HEAD", place)
            assert status == 200 and not body, place
            assert again["Content-Length"] == headers["Content-Length"], place
        for place, tag in listed.items():
            assert server.ask("HEAD", "/" + place)[1]["ETag"] == tag, place
        if "engine.wasm" in listed:
            _, headers, body = server.ask("GET", "/engine.wasm")
            assert headers["Content-Type"] == "application/wasm" and body[:4] == b"\0asm"
        assert server.ask("GET", "/?a=1&a=2&game=nim")[2] == server.ask("GET", "/index.html")[2]


def test_packed():
    """Files go out compressed to those who take that, and only to them; and nothing else about them is different."""
    takes = ["gzip", "gzip, deflate, br, zstd", "deflate, gzip;q=0.5", "*", "x-gzip", "GZIP", "br;q=1.0, *;q=0.1",
             "identity;q=0.5, gzip", "gzip;q=1, identity", "gzip, *;q=0", "*;q=0, gzip;q=0.1"]
    leaves = [None, "", "identity", "br, deflate", "gzip;q=0", "gzip;q=0.000, *", "*;q=0", "*, gzip;q=0", "gzipped", "identity, gzip;q=0.9",
              "gzip;q=2", "gzip;q=much", ";;,,;q=1"]
    with Server(PROGRAM) as server:
        files, _ = page_files(server)
        for path in files:
            _, plain, whole = server.ask("GET", "/" + path, headers={"Accept-Encoding": "identity"})
            status, packed, body = server.ask("GET", "/" + path, headers={"Accept-Encoding": "gzip"})
            assert status == 200 and gzip.decompress(body) == whole, path
            assert packed["Content-Encoding"] == "gzip" and len(body) == int(packed["Content-Length"]) < len(whole), path
            different = {"Content-Encoding", "Content-Length", "Date"}
            assert {name: plain[name] for name in plain if name not in different} == \
                {name: packed[name] for name in packed if name not in different}, path
            assert plain["Vary"] == "Accept-Encoding", path
        total = sum(len(server.ask("GET", f"/{path}", headers={"Accept-Encoding": "gzip"})[2])
                    for path in ("", "css/page.css", "js/page.js", "icon.svg"))
        assert total < 90000, total  # all that the first view is made of
        for wanted, values in ("gzip", takes), (None, leaves):
            for value in values:
                headers = {"Accept-Encoding": value} if value is not None else {}
                link = server.connect()
                link.putrequest("GET", "/js/page.js", skip_accept_encoding=True)
                for name, text in headers.items():
                    link.putheader(name, text)
                link.endheaders()
                answer = link.getresponse()
                answer.read()
                link.close()
                assert answer.getheader("Content-Encoding") == wanted, value
    with Server(PROGRAM, "--cors", "https://page.example") as server:
        answer = server.ask("GET", "/js/page.js", headers={"Accept-Encoding": "gzip", "Origin": "https://page.example"})
        assert answer[0] == 200 and answer[1]["Content-Encoding"] == "gzip"


def test_kept_files():
    """What is asked for by an address of its own may be kept for ever; the same by any other is asked for again."""
    with Server(PROGRAM) as server:
        page = server.ask("GET", "/")[2].decode()
        addresses = re.findall(r'(?:src|href)="([^"]+\?v=[^"]+)"', page)
        script = server.ask("GET", "/js/page.js")[2].decode()
        addresses += ["js/" + name for name in re.findall(r'import\("\./(views\.js\?v=\w+)"\)', script)]
        assert sorted(one.split("?")[0] for one in addresses) == ["css/page.css", "js/page.js", "js/views.js"]
        for one in addresses:
            path, version = one.split("?v=")
            status, headers, body = server.ask("GET", "/" + one)
            assert status == 200 and headers["Cache-Control"] == "public, max-age=31536000, immutable", one
            assert headers["ETag"] == f'W/"{version}"' and hashlib.sha256(body).hexdigest().startswith(version), one
            for other in "", "?v=", f"?v={version}0", f"?v={version[:-1]}", "?v=" + "0" * 32, f"?w={version}":
                status, again, same = server.ask("GET", f"/{path}{other}")
                assert status == 200 and same == body and again["Cache-Control"] == "no-cache", (path, other)
        assert server.ask("GET", "/")[1]["Cache-Control"] == "no-cache"
        assert server.ask("GET", "/api/games")[1]["Cache-Control"] == "no-store"


# ---- streams and their number ----

class Stream:
    def __init__(self, server, path, source=None):
        self.link = server.connect(source=source)
        self.link.request("GET", path, headers={"Accept": "text/event-stream"})
        self.answer = self.link.getresponse()

    def event(self):
        """The next event's name and data; None at the end."""
        lines = []
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            if not line and not lines:
                if self.answer.isclosed() or not self.answer.peek(1):
                    return None
                continue
            if not line:
                break
            lines.append(line.split(": ", 1))
        fields = dict(lines)
        return fields["event"], json.loads(fields["data"])

    def until(self, wanted):
        for name, data in iter(self.event, None):
            if name == wanted:
                return data
        raise AssertionError(f"the stream ended without {wanted}")

    def close(self):
        self.answer.close()
        self.link.close()


def test_streams():
    hard = address("analysis", game="connect4", seconds=20)
    with Server(PROGRAM, "--analyses", "1", "--waiting", "1") as server:
        first = Stream(server, hard)
        assert first.answer.status == 200
        assert first.answer.headers["Content-Type"] == "text/event-stream"
        assert not first.until("answer")["final"]
        second = Stream(server, hard)
        assert second.until("waiting")["ahead"] == 0
        for _ in range(3):  # thinking and waiting are both full
            status, headers, body = server.ask("GET", hard)
            refused(status, headers, body, 503, "third")
            assert int(headers["Retry-After"]) > 0
        assert server.get(address("state", game="nim"))[0] == 200
        assert server.get(address("move", game="nim"))[0] == 200
        first.close()  # which ends its thinking, so that the other begins
        assert not second.until("answer")["final"]
        second.close()
        status, answer = server.get(address("analysis", game="tictactoe"))
        assert status == 200 and answer["value"] == "draw" and answer["final"]


def test_left():
    """Who leaves gives up the place in the queue, also with something left unread."""
    hard = address("analysis", game="connect4", seconds=30)
    with Server(PROGRAM, "--no-books", "--analyses", "1", "--waiting", "3") as server:
        first = Stream(server, hard)
        assert not first.until("answer")["final"]
        plain = socket.create_connection(("127.0.0.1", server.port))
        plain.sendall(f"GET {hard} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        streams = [first]
        while streams[-1].answer.status == 200:  # until there is no place left
            streams.append(Stream(server, hard))
        for stream in streams[1:]:
            stream.close()
        plain.sendall(b"G")
        plain.close()
        places = []
        while len(places) < 3:
            stream = Stream(server, hard)
            if stream.answer.status == 200:
                places.append(stream)
            else:
                stream.close()
        for stream in places:
            assert stream.until("waiting")["ahead"] < 3
        os.kill(server.process.pid, signal.SIGINT)
        said = list(iter(first.event, None))
        assert said[-1][0] == "error", said[-1]  # it was still being thought about
        assert server.process.wait(60) == 130


def test_fair():
    """However many questions one address asks, another's come next; and where there is no room, the newest of whoever
    has most waiting must go."""
    hard = address("analysis", game="connect4", seconds=30)
    one, other, third = "127.0.0.1", "127.0.0.2", "127.0.0.3"
    with Server(PROGRAM, "--no-books", "--analyses", "1", "--waiting", "6") as server:
        greedy = [Stream(server, hard, one)]
        assert not greedy[0].until("answer")["final"]
        greedy += [Stream(server, hard, one) for _ in range(6)]
        assert [stream.answer.status for stream in greedy] == [200] * 7
        assert Stream(server, hard, one).answer.status == 503
        guest = Stream(server, hard, other)
        assert guest.answer.status == 200
        turned = list(iter(greedy.pop().event, None))[-1]
        assert turned[0] == "error" and turned[1]["error"]["name"] == "busy", turned
        assert guest.until("waiting")["ahead"] == 0
        assert greedy[1].until("waiting")["ahead"] == 1
        link = server.connect(source=third)
        link.request("GET", address("analysis", game="nim:heaps=31"))
        turned = list(iter(greedy.pop().event, None))[-1]
        assert turned[1]["error"]["status"] == 503, turned
        greedy[0].close()
        assert not guest.until("answer")["final"]
        guest.close()  # then it is the third's turn, and only then the first one's again
        assert link.getresponse().status == 200
        link.close()
        assert not greedy[1].until("answer")["final"]
        for stream in greedy[2:]:
            names = [stream.event()[0] for _ in range(3)]
            assert names == ["waiting"] * 3, names
        for stream in greedy[1:]:
            stream.close()
    with Server(PROGRAM, "--no-books", "--analyses", "1") as server:
        # Whoever shares an address waits behind one question of each of the other connections, whatever they send at once.
        with socket.create_connection((one, server.port)) as link, link.makefile("rb") as lines:
            link.sendall(f"GET {hard} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode() * 5)
            while lines.readline() != b"event: answer\n":
                pass
            guest = Stream(server, hard, one)
            assert guest.until("waiting")["ahead"] == 0
        assert not guest.until("answer")["final"]
        guest.close()
    with Server(PROGRAM, "--no-books") as server:  # as it comes
        many = [Stream(server, hard, one) for _ in range(258)]
        more = [Stream(server, hard, source) for source in (one, other, third)]
        assert {stream.answer.status for stream in many + more} == {200}
        for stream in many[:2]:
            assert not stream.until("answer")["final"]
            stream.close()
        for stream in more[1:]:
            assert not stream.until("answer")["final"]
        assert more[0].until("waiting")["ahead"] > 200
        assert server.get(address("move", game="nim"))[0] == 200
        for stream in many + more:
            stream.close()


def test_fair_connections():
    """Whoever has most connections makes room for others, and nobody else has to."""
    hard = address("analysis", game="connect4", seconds=30)
    question = address("state", game="nim")
    with Server(PROGRAM, "--no-books", "--connections", "20", "--patience", "600") as server:
        kept = [server.connect(source=source) for source in ("127.0.0.2", "127.0.0.3")]
        streams = []
        for _ in range(4):
            for link in kept:
                link.request("GET", question)
                assert link.getresponse().read()  # on the connection that was there
            streams += [Stream(server, hard, "127.0.0.1") for _ in range(20)]
        for link in kept:
            link.request("GET", question)
            assert link.getresponse().status == 200
            link.close()
        assert server.get(question)[0] == 200
        for stream in streams:
            stream.close()


def narrow(server, path, *headers):
    """A connection that takes its answer in small pieces, if at all."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)  # which keeps the other's buffer small
    link.settimeout(60)
    link.connect(("127.0.0.1", server.port))
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", ""]
    link.sendall("\r\n".join(lines).encode())
    return link


def test_slow_stream():
    """A stream that is over must be taken as soon as any other answer."""
    moves = " ".join(f"{column}{row}" for row in range(1, 17) for column in "abcdefghijklmnopqrs")
    large = address("review", game="mnk:width=19,height=19,line=19", moves=moves, seconds=0.5)
    with Server(PROGRAM, "--patience", "1") as server:
        link = narrow(server, large, "Accept: text/event-stream")
        said = b""
        while True:
            time.sleep(0.3)
            try:
                more = link.recv(4096)
            except ConnectionResetError:
                break
            if not more:
                break
            said += more
        link.close()
        assert b"event: answer" in said and b'"final":true' not in said, (len(said), said[-200:])


def test_untaken():
    """Answers that nobody takes are bounded, all together."""
    large = address("steps", game="mnk:width=19,height=19,line=5", depth=2, most=20000)
    with Server(PROGRAM, "--patience", "600") as server:
        size = len(server.ask("GET", large)[2])
        links = [narrow(server, large) for _ in range((128 << 20) // size + 1)]
        small = address("queens", n=4)
        until = time.monotonic() + 60
        while server.ask("GET", small)[0] == 200:
            assert time.monotonic() < until, f"{len(links)} answers of {size} bytes"
        status, headers, body = server.ask("GET", small)
        refused(status, headers, body, 503, "untaken")
        assert json.loads(body)["error"]["name"] == "busy" and int(headers["Retry-After"]) > 0
        assert server.get(address("state", game="nim"))[0] == 200
        other = server.connect(source="127.0.0.2")  # who has left nothing untaken
        for path in (small, large):
            other.request("GET", path)
            answer = other.getresponse()
            assert answer.status == 200 and answer.read(), path
        other.close()
        refused(*server.ask("GET", small), 503, "still")
        for link in links:
            link.close()
        while server.ask("GET", small)[0] != 200:
            pass


def test_stream_ends():
    with Server(PROGRAM) as server:
        stream = Stream(server, address("analysis", game="connect4:width=5,height=4", seconds=30))
        answers = [data for name, data in iter(stream.event, None) if name == "answer"]
        assert [data["final"] for data in answers] == [False] * (len(answers) - 1) + [True]
        assert answers[-1]["exact"] and answers[-1]["value"] == "draw"
        nodes = [data["nodes"] for data in answers]
        assert nodes == sorted(nodes)
        stream = Stream(server, address("review", game="tictactoe", moves="12358"))
        summary = stream.until("answer")["summary"]
        assert [summary[side]["mistake"] for side in ("first", "second")] == [1, 1]
        assert stream.event() is None


def test_estimates():
    """Where the time is too short to know, every move still has a score, the best ones first."""
    with Server(PROGRAM, "--no-books") as server:
        stream = Stream(server, address("analysis", game="connect4", moves="4", seconds=0.5))
        answers = [data for name, data in iter(stream.event, None) if name == "answer"]
        assert len(answers) > 1 and answers[-1]["final"]
        for answer in answers:
            scores = [move["score"] for move in answer["moves"]]
            assert len(scores) == 7 and scores == sorted(scores, reverse=True)
            assert answer["score"] == scores[0] and bool(answer["best"]) != ("looks_best" in answer)
            assert answer["line"][0] == answer["moves"][0]["move"]


def test_endless():
    """A game that may never end is thought about too, and all of it is known where its positions are few."""
    Path("q.db").unlink(missing_ok=True)
    command("strong", "quixo:size=3", "--db", "q.db")
    with Server(PROGRAM) as server:
        for moves in ["", "a1r", "a1r a3b", "a1r b1r c2t", "b1r a3b a2r a3r"]:
            truth = {move["move"]: (move["value"], move["distance"])
                     for move in json.loads(command("query", "q.db", moves, "--json"))["moves"]}
            for route in ("analysis", "review"):
                status, got = server.get(address(route, game="quixo:size=3", moves=moves, seconds=1))
                assert status == 200 and got["final"], (route, moves, got)
                if route == "analysis":
                    known = {move["move"]: (move["value"], move["distance"])
                             for move in got["moves"] if move["exact"]}
                    assert got["exact"] and known == truth, moves
            status, tree = server.get(address("tree", game="quixo:size=3", moves=moves))
            assert status == 200 and len(tree["tree"]["children"]) == len(truth), moves
        assert server.get(address("analysis", game="quixo", seconds=0.3))[0] == 200


def test_repetition():
    """A position that comes for the third time is a draw, and no one before it is; the legal moves are those of
    a game that goes on."""
    moves = "a2b a3r a3r b1r a1t b1l a3b a3r a1r a2b c2t a1t c1t b1r b3r a2t c2t".split()
    with Server(PROGRAM) as server:
        _, along = server.get(address("states", game="quixo:size=3", moves=" ".join(moves)))
        boards = [(state["turn"], state["board_text"]) for state in along["states"]]
        assert len(boards) == len(moves) + 1 and boards.count(boards[-1]) == 3
        for count, state in enumerate(along["states"]):
            over = boards[:count + 1].count(boards[count]) == 3
            assert (state["status"] == "over") == over == (not state["moves"]) == state.get("repetition", False), state
        _, state = server.get(address("state", game="quixo:size=3", moves=" ".join(moves)))
        assert state["status"] == "over" and state["winner"] == "none" and state["repetition"], state
        _, other = server.get(address("state", game="quixo:size=3", position="board:" + state["board_text"]))
        assert other["status"] == "on" and "repetition" not in other, other


def test_books():
    """With an opening book the beginning is known at once, and is what solving tells."""
    game = "connect4:width=5,height=5"
    folder = Path("books")
    folder.mkdir(exist_ok=True)
    command("book", game, "--plies", "4", "-o", str(folder / "connect4-width-5-height-5-line-4.book"))
    environment = dict(os.environ, ARIADNE_BOOKS=str(folder.resolve()))
    with Server(PROGRAM, "--no-books") as server:
        wanted = server.get(address("analysis", game=game, moves="3", seconds=30))[1]
    with Server(PROGRAM, environment=environment) as server:
        got = server.get(address("analysis", game=game, moves="3", seconds=30))[1]
    assert wanted["exact"] and got["exact"] and got["nodes"] < wanted["nodes"]
    assert [(move["move"], move["score"]) for move in got["moves"]] == \
        [(move["move"], move["score"]) for move in wanted["moves"]]


def test_database():
    """What is looked up is what solving tells, and nothing is looked up that is not there."""
    Path("t.db").unlink(missing_ok=True)
    command("strong", "tictactoe", "--db", "t.db")
    with Server(PROGRAM, "--db", "t.db") as server:
        assert server.get("/api/server")[1]["databases"] == ["tictactoe:early=yes"]
        for moves in ["", "5", "519", "15937"]:
            status, got = server.get(address("database", game="tictactoe", moves=moves))
            wanted = json.loads(command("analyze", "tictactoe", moves, "--json"))
            assert status == 200 and got["exact"] and got["nodes"] == 0
            values = {move["move"]: (move["value"], move["distance"]) for move in got["moves"]}
            assert values == {move["move"]: (move["value"], move["distance"])
                              for move in wanted["moves"]}, moves
        assert server.get(address("database", game="nim"))[0] == 404
    with Server(PROGRAM) as server:
        assert server.get(address("database", game="tictactoe"))[0] == 404
    done = subprocess.run([PROGRAM, "serve", "--db", "nothing.db"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1


def test_many_streams():
    """Many streams wait while others play, and the server closes with all of them open."""
    with Server(PROGRAM, "--analyses", "1", "--waiting", "100") as server:
        streams = [Stream(server, address("analysis", game="connect4", seconds=30))
                   for _ in range(80)]
        assert all(stream.answer.status == 200 for stream in streams)
        for number in range(200):
            moves = "".join(random.Random(number).sample("1234567", 3))
            status, state = server.get(address("state", game="connect4", moves=moves))
            assert status == 200 and state["position"] == moves
        assert streams[40].until("waiting")["ahead"] > 0
        for stream in streams[:60]:
            stream.close()
    # here it was stopped, with twenty streams open


def test_load():
    """Many clients at once, of all kinds: what they ask is answered as if they were alone."""
    asked = [(address("state", game="tictactoe", moves=moves), None) for moves in ("", "5", "519")]
    asked += [(address("move", game="tictactoe", moves="5", player="rules", seed=3), ("seconds",)),
              (address("analysis", game="nim:heaps=31"), VARYING),
              (address("tree", game="nim:heaps=31", show=3), None),
              (address("steps", game="connect4", depth=2), None),
              (address("queens", n=6), None), (address("knight", width=5, height=5), None),
              (address("maze/generate", width=5, height=5), None), ("/api/state?game=chess", None),
              ("/nim/heaps=31/positions/?p=31", None)]
    wrong = []

    def strip(answer, names):
        return without(answer, names) if names else answer

    def client(number):
        chance, link = random.Random(number), server.connect()
        for _ in range(60):
            path, names = chance.choice(asked)
            if chance.random() < 0.1:  # leaves in the middle of it
                link.close()
                with socket.create_connection(("127.0.0.1", server.port)) as rude:
                    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
                    rude.sendall(request[:chance.randint(1, len(request))])
            link.request("GET", path)
            answer = json.loads(link.getresponse().read())
            if strip(answer, names) != alone[path]:
                wrong.append((path, answer))
        link.close()

    with Server(PROGRAM, "--threads", "3", "--analyses", "2") as server:
        alone = {path: strip(server.get(path)[1], names) for path, names in asked}
        streams = [Stream(server, address("analysis", game="connect4", seconds=0.2))
                   for _ in range(20)]
        clients = [threading.Thread(target=client, args=[number]) for number in range(8)]
        for one in clients:
            one.start()
        for stream in streams[::2]:
            stream.close()
        for one in clients:
            one.join()
        for stream in streams[1::2]:
            while not stream.until("answer")["final"]:
                pass
            stream.close()
    assert not wrong, wrong[0]


# ---- the same answers as the command's ----

VARYING = ("nodes", "seconds", "final", "sum")


def without(data, names=VARYING):
    return {name: value for name, value in data.items() if name not in names}


POSITIONS = [("tictactoe", "51"), ("tictactoe", "xo..x...o"), ("tictactoe", "15937"),
             ("connect4:width=4,height=4", "2233"), ("nim", ""), ("nim:heaps=12,5,3,normal", ""),
             ("coins", "2 2"), ("evencoins", ""), ("dots:width=2,height=2", "b1 c2"), ("mnk", "a1")]


# Variants that are known to their ends in a moment; of other games the program is asked for one.
SMALL = ["hare", "tictactoe", "connect4:width=5,height=4", "mnk:width=4,height=3,line=3", "hex:size=3", "amazons:width=4,height=3", "nim:heaps=531", "kayles:pins=8", "octal:heap=9", "grundy:heap=9", "cram:width=4,height=3",
         "domineering:width=4,height=4", "clobber:width=4,height=3", "toads:tt..ff", "hackenbush:picture=b(r)(bg)/gg", "sum:kayles=5+nim=31", "coins",
         "evencoins", "dots:width=2,height=2", "chomp:width=5,height=4", "quixo:size=3", "kalah:pits=2,seeds=3",
         "breakthrough:width=3,height=4", "othello:size=4"]


def small_variant(game):
    """The largest of some small variants that an analysis comes to the end of, or None."""
    for above in range(4, -1, -1):
        values = [f"{option['name']}={min(option['default'], option['min'] + above)}"
                  for option in game["options"] if option["kind"] == "number"]
        values += [f"{option['name']}={option['choices'][0]}" for option in game["options"] if option["kind"] == "choice"]
        spec = game["id"] + ":" * bool(values) + ",".join(values)
        done = subprocess.run([PROGRAM, "analyze", spec, "--json", "--nodes", "20000"], capture_output=True, text=True,
                              check=False)
        if done.returncode == 0 and json.loads(done.stdout).get("complete"):
            return spec
    return None


def test_one_answer():
    """The page's analysis, `analyze`, `review` and a hint say the same of a position, and so does a database."""
    dice = random.Random(16)
    here = {spec.split(":")[0] for spec in SMALL} | {"dobutsu"}  # which may go on for ever
    found = [small_variant(game) for game in json.loads(command("games", "--json"))["games"] if game["id"] not in here]
    Path("one-answer.db").unlink(missing_ok=True)
    command("strong", "quixo:size=3", "--db", "one-answer.db")
    with Server(PROGRAM) as server:
        for spec in SMALL + [spec for spec in found if spec]:
            moves = []
            for _ in range(6):
                said = json.loads(command("analyze", spec, "moves:" + " ".join(moves), "--json"))
                if said["status"] == "over":
                    break
                status, page = server.get(address("analysis", game=spec, moves=" ".join(moves), seconds=20))
                assert status == 200 and page["complete"] and said["complete"], (spec, moves)
                if spec == "quixo:size=3":
                    known = json.loads(command("query", "one-answer.db", " ".join(moves), "--json"))
                    assert {move["move"]: (move["value"], move["distance"]) for move in known["moves"]} == \
                        {move["move"]: (move["value"], move["distance"]) for move in said["moves"]}, moves
                for key in ("value", "distance", "score", "best"):
                    assert page.get(key) == said.get(key), (spec, moves, key)
                for one, other in zip(page["moves"], said["moves"], strict=True):  # lines may be others
                    assert {**one, "line": 0} == {**other, "line": 0}, (spec, moves)
                hint = server.get(address("move", game=spec, moves=" ".join(moves), player="perfect", seconds=5))[1]
                assert hint["move"] in said["best"] and hint["score"] == said["score"], (spec, moves)
                played = dice.choice(said["moves"])
                status, review = server.get(address("review", game=spec, moves=" ".join([*moves, played["move"]]),
                                                    seconds=20))
                last = review["moves"][-1]
                for what, wanted in (("before", said), ("after", played)):
                    assert [last[what].get(key) for key in ("value", "distance", "score", "exact")] == \
                        [wanted.get(key) for key in ("value", "distance", "score", "exact")], (spec, moves, what)
                assert sorted(last["best"]) == sorted(said["best"]), (spec, moves)
                moves.append(played["move"])


def test_same_as_command():
    with Server(PROGRAM) as server:
        for game, position in POSITIONS:
            where = {"game": game, "position": position}
            status, got = server.get(address("analysis", **where))
            wanted = json.loads(command("analyze", game, position, "--json"))
            assert status == 200 and without(got) == without(wanted), where
            status, again = server.post("/api/analysis", where)
            assert status == 200 and without(again) == without(wanted), where
            for algo in ["minimax", "alphabeta"]:
                got = server.get(address("tree", algo=algo, depth=3, show=12, **where))[1]
                wanted = json.loads(command("tree", game, position, "--json", "--algo", algo,
                                            "--depth", "3"))
                assert strip_more(got) == wanted, (algo, where)
        moves = "12358"
        got = server.get(address("review", game="tictactoe", moves=moves))[1]
        wanted = json.loads(command("review", "tictactoe", moves, "--json"))
        assert without(got) == without(wanted)
        games = server.get("/api/games")[1]["games"]
        for game in games:
            solvable = server.get(address("state", game=game["id"]))[1]["solvable"]
            assert game.pop("players")[0] == ("perfect" if solvable else "strongest")
        for spec, solvable in [("quixo", False), ("kalah", False), ("othello", False),
                               ("othello:size=4", True), ("mnk", True), ("mnk:width=15,height=15,line=5", False)]:
            state = server.get(address("state", game=spec))[1]
            assert state["solvable"] == solvable, spec
            for asked in ["perfect", "strongest"]:
                move = server.get(address("move", game=spec, player=asked, seconds=0.1))[1]
                assert move["player"] == (asked if solvable else "strongest"), (spec, asked)
        assert {"games": games} == json.loads(command("games", "--json"))


SUMS = [("kayles:pins=9", "||.||||||/2"), ("nim:heaps=7531,normal=yes", "5,3,1"), ("nim", "5,3,1"),
        ("octal:code=0.137,heap=12", "7,5/2"), ("grundy", ""), ("cram:width=4,height=3", "..#./..#./..##"),
        ("domineering:width=5,height=3", "..#.#/..#.#/..#.."), ("clobber:width=4,height=2", "xo.x/ox.o"),
        ("cram:width=2,height=2", "##/##")]


def test_parts():
    """What parts are worth is what the command says, and a number at each place of the board where one is."""
    with Server(PROGRAM) as server:
        games = {game["id"]: game["parts"] for game in server.get("/api/games")[1]["games"]}
        for game, position in SUMS:
            assert games[game.split(":")[0]], game
            where = {"game": game, "position": position}
            status, got = server.get(address("parts", **where))
            verb = "value" if got["theory"] == "forms" else "nimber"
            wanted = json.loads(command(verb, game, position, "--json"))
            wanted.pop("nodes", None)
            assert status == 200 and got == wanted, (got, wanted)
            assert server.post("/api/parts", where) == (200, got)
            analysed = json.loads(command("analyze", game, position, "--json"))["sum"]
            assert analysed == {name: got[name] for name in analysed} and len(analysed) == len(got) - 4
            state = server.get(address("state", **where))[1]
            cells = [tuple(cell) for part in got["parts"] for cell in part["cells"]]
            shown = {(cell["x"], cell["y"]) for cell in state["board"]["cells"]}
            assert len(cells) == len(set(cells)) and set(cells) <= shown
            clicked = {move["move"]: move.get("clicks") or move["cells"] for move in state["moves"]}
            for move in got["moves"]:
                part = next(part for part in got["parts"] if part["name"] == move["part"])
                assert all(place in part["cells"] for place in clicked[move["move"]]), move
                assert ("wins" in move) == (got["last_move"] == "wins")
                if got["theory"] == "nimbers":
                    assert move["from"] == part["nimber"]
                    assert move["nimber"] == got["nimber"] ^ move["from"] ^ move["to"]
            for part in got["parts"] if got["theory"] == "nimbers" and got["last_move"] == "wins" else []:
                assert int(part["binary"], 2) == part["nimber"] and len(part["binary"]) == len(got["binary"])
        assert not games["connect4"]
        assert server.get(address("parts", game="connect4"))[0] == 400
        for large in "cram:width=8,height=8", "domineering:width=8,height=8", "clobber:width=8,height=8":
            status, got = server.get(address("parts", game=large))
            assert status == 422 and "too large" in got["error"]["message"] or got["error"]["name"] == "memory", got


def strip_more(node):
    """A tree without the member that only the server adds."""
    if isinstance(node, list):
        return [strip_more(child) for child in node]
    if isinstance(node, dict):
        return {name: strip_more(value) for name, value in node.items() if name != "more"}
    return node


def test_labels():
    """The labels of `solve` are those of complete minimax."""
    with Server(PROGRAM) as server:
        for game, position in [("tictactoe", "xox.o.x.o"), ("nim:heaps=31", ""),
                               ("dots:width=1,height=1", ""), ("coins:coins=6", "")]:
            where = {"game": game, "position": position, "show": 12}
            true = server.get(address("tree", **where))[1]["tree"]
            searched = server.get(address("tree", algo="minimax", **where))[1]["tree"]
            assert labels(true) == labels(searched), where


def labels(node):
    children = sorted((child["move"], labels(child)) for child in node.get("children", []))
    return node["position"], node["label"], node["kind"], children


def test_steps():
    """Step lists, played through: minimax and alpha-beta as the textbook has them."""
    with Server(PROGRAM) as server:
        for game, position, depth in [("nim:heaps=321", "", 20), ("connect4", "4", 3),
                                      ("tictactoe", "159", 6), ("dots:width=1,height=2", "", 5)]:
            scores, counts = set(), []
            for algo, cut in [("minimax", "usual"), ("alphabeta", "strict"), ("alphabeta", "usual")]:
                walk = server.get(address("steps", game=game, position=position, depth=depth,
                                          algo=algo, cut=cut, most=20000))[1]
                assert walk["complete"], (game, algo)
                assert walk.get("cut") == ("strict" if cut == "strict" else None)
                scores.add(follow(walk))
                counts.append(walk["nodes"])
            assert len(scores) == 1, game
            assert counts == sorted(counts, reverse=True), game


def test_ratings():
    """Find-best-move step by step: every label is for the side to move there, the best of those below, each turned round where
    the side changes; a move is skipped only where a win was found. It is the tree of the command."""
    with Server(PROGRAM) as server:
        for game, position, depth in [("nim:heaps=321", "", 20), ("connect4", "4", 3), ("tictactoe", "159", 6),
                                      ("tictactoe", "xox.o.x.o", 6), ("dots:width=1,height=2", "", 5)]:
            words = {"game": game, "position": position, "depth": depth, "algo": "bestmove"}
            walk = server.get(address("steps", most=20000, **words))[1]
            nodes, path, labels = {}, [], []
            for step in walk["steps"]:
                if step["do"] == "enter":
                    nodes[step["node"]] = {"turn": step["turn"], "below": [], "cut": False, "at": len(labels)}
                    labels.append(None)
                    path.append(step["node"])
                elif step["do"] == "cut":
                    assert step["bound"] == "win" and "at" not in step and max(nodes[path[-1]]["below"]) == 1
                    nodes[path[-1]]["cut"] = True
                else:
                    node = nodes[path.pop()]
                    labels[node["at"]] = step["label"]
                    assert "distance" not in step and "bound" not in step
                    assert step["kind"] != "inner" or max(node["below"]) == step["label"]
                    assert not node["cut"] or step["label"] == 1
                    if path:
                        above = nodes[path[-1]]
                        above["below"].append(step["label"] if above["turn"] == node["turn"] else -step["label"])
            assert walk["complete"] and walk["label"] == labels[0] and walk["nodes"] == len(labels)
            options = ["--depth", str(depth), "--algo", "bestmove", "--json"]
            tree = json.loads(command("tree", game, *position.split(), *options))
            assert labels == [node["label"] for node in visited_nodes(tree["tree"])]


def visited_nodes(node):
    if node["kind"] == "cut":
        return []
    return [node] + [one for child in node.get("children", []) for one in visited_nodes(child)]


def test_signs():
    """With labels=signs what is known is + - =, as the command writes it; what is only estimated has none."""
    with Server(PROGRAM) as server:
        seen = set()
        for algo in ["solve", "minimax", "alphabeta", "bestmove"]:
            for game, position, depth in [("tictactoe", "xox.o.x.o", 6), ("connect4", "4444442", 2)]:
                words = {"game": game, "position": position, "show": 4, "algo": algo}
                if algo != "solve":
                    words["depth"] = depth
                plain = visited_nodes(server.get(address("tree", **words))[1]["tree"])
                nodes = visited_nodes(server.get(address("tree", labels="signs", **words))[1]["tree"])
                for node, other in zip(nodes, plain, strict=algo != "solve" or game == "tictactoe"):
                    assert "sign" not in other
                    known = "label" in node and not node["estimate"]
                    assert node.get("sign") == ("-=+"[(node["label"] > 0) - (node["label"] < 0) + 1] if known else None)
                    seen.add(node.get("sign"))
        assert seen == {"+", "-", "=", None}


def follow(walk):
    """The value of the root, found by looking only at the leaves' values."""
    nodes, path = {}, []
    for step in walk["steps"]:
        if step["do"] == "enter":
            assert step["node"] == len(nodes) and step["ply"] == len(path)
            assert step.get("parent") == (path[-1] if path else None)
            nodes[step["node"]] = {"turn": step["turn"], "values": [], "step": step}
            path.append(step["node"])
        elif step["do"] == "cut":
            parent = nodes[path[-1]]
            nodes[step["node"]] = None
            assert step["parent"] == path[-1] and step["node"] == len(nodes) - 1
            assert step["bound"] == ("beta" if parent["turn"] == "first" else "alpha")
            assert step["value"] >= step["at"] if step["bound"] == "beta" else \
                step["value"] <= step["at"]
        else:
            node = nodes[path.pop()]
            if step["kind"] == "inner":
                best = max if node["turn"] == "first" else min
                assert best(node["values"]) == step["value"]
            if path:
                nodes[path[-1]]["values"].append(step["value"])
    visited = [node for node in nodes.values() if node]
    assert not path and len(visited) == walk["nodes"]
    assert step["value"] == walk["score"]
    return walk["score"]


def test_games():
    """Every game from its start to its end by the moves that the state lists."""
    with Server(PROGRAM) as server:
        for game in server.get("/api/games")[1]["games"]:
            chance, moves, state = random.Random(game["id"]), [], None
            while True:
                status, state = server.get(address("state", game=game["id"], moves=" ".join(moves)))
                assert status == 200 and state["played"] == moves, moves
                assert state["board_text"] and state["turn"] in ("first", "second")
                clicks = {cell["move"] for cell in state["board"]["cells"] if "move" in cell}
                listed = {move["move"] for move in state["moves"] if move["cells"]}
                assert clicks == listed, (game["id"], moves)
                if state["status"] == "over":
                    break
                moves.append(chance.choice(state["moves"])["move"])
            assert state["winner"] in ("first", "second", "none") and not state["moves"]
            assert (game["payoffs"]) == ("margin" in state)
            short = server.get(address("state", game=game["id"], position=state["position"]))[1]
            assert short["board_text"] == state["board_text"], game["id"]
            saved = server.get(address("export", game=game["id"], moves=" ".join(moves)))[1]["text"]
            read = server.post("/api/import", {"text": saved})[1]
            assert read["at"] == len(moves)
            again = server.get(address("state", **{name: read[name] for name in
                                                   ("game", "position", "moves")}))[1]
            assert again["played"] == moves and again["board"] == state["board"]
            undone = server.get(address("export", game=game["id"], moves=" ".join(moves), at=1))[1]["text"]
            read = server.post("/api/import", {"text": undone})[1]
            assert read["at"] == 1
            again = server.get(address("state", **{name: read[name] for name in
                                                   ("game", "position", "moves")}))[1]
            assert again["played"] == moves


def changes_of(state, after):
    """What a move changes, seen by comparing boards: tokens that go, and places with what will stand in them."""
    then = {(cell["x"], cell["y"]): cell for cell in after["board"]["cells"]}
    for cell in state["board"]["cells"]:
        place = cell["x"], cell["y"]
        new = then.get(place, {})
        piece, old = ({name: which[name] for name in ("owner", "count", "text") if name in which} for which in (new, cell))
        if cell["kind"] == "token" and new.get("kind") != "token":
            yield {"at": list(place)}
        if cell["kind"] == "square" and new.get("kind") == "token":
            yield {"at": list(place), "kind": "token", **piece}
        if cell["kind"] == new.get("kind") in ("square", "point", "hand") and piece != old:
            yield {"at": list(place), **piece}


def tells_changes(state, after, entry):
    """Does the state tell what a move changes? Where it tells nothing, a piece of who makes it is put on its cells, or
    they are taken away."""
    seen = sorted(changes_of(state, after), key=str)
    if "changes" in entry:
        return sorted((state["changes"][number] for number in entry["changes"]), key=str) == seen
    return sorted(change["at"] for change in seen) == sorted(entry["cells"]) and all(
        change.get("owner", state["turn"]) == state["turn"] for change in seen)


def test_states():
    """The states along a game are those of its positions one by one, in parts too; a computer's move comes
    with the state after it; and what a move would change is what it changes."""
    chance = random.Random(7)
    alone = {"position"}  # which only a state by itself has
    with Server(PROGRAM) as server:
        for game in ["tictactoe", "connect4", "mnk:width=5,height=4,line=4", "nim", "coins:coins=45", "evencoins", "dots",
                     "quixo", "chomp", "hare", "breakthrough:width=4,height=5", "othello:size=6", "dobutsu", "amazons", "cram"]:
            moves, single = [], []
            while True:
                asked = {"game": game, "moves": " ".join(moves)}
                state = server.get(address("state", **asked))[1]
                single.append(state)
                if state["status"] != "on" or len(moves) == 12:
                    break
                for entry in chance.sample(state["moves"], min(3, len(state["moves"]))):
                    after = server.get(address("state", game=game, moves=" ".join([*moves, entry["move"]])))[1]
                    assert tells_changes(state, after, entry), (asked, entry)
                answer = server.get(address("move", **asked, player="random", seed=len(moves)))[1]
                moves.append(answer["move"])
                assert answer["state"] == server.get(address("state", game=game, moves=" ".join(moves)))[1], asked
            assert single[-1]["played"] == moves
            for asked, first in ({}, 0), ({"from": 3}, 3), ({"from": len(moves)}, len(moves)), ({"from": 9999}, 9999):
                answer = server.get(address("states", game=game, moves=" ".join(moves), **asked))[1]
                assert answer["from"] == first and answer["played"] == moves
                whole = [{**{name: answer[name] for name in ("game", "title", "solvable", "start")},
                          "played": moves[:first + k], **state} for k, state in enumerate(answer["states"])]
                assert whole == [{name: state[name] for name in state if name not in alone} for state in single[first:]], asked
        # A position that was given as moves is told from its beginning.
        answer = server.get(address("states", game="tictactoe", position="51", moves="2"))[1]
        assert [state["board_text"] for state in answer["states"]] == [".........", "....x....", "o...x....", "ox..x...."]
        status, body = server.get(address("states", game="tictactoe", moves="5 1 1"))
        assert status == 400 and body["error"]["parameter"] == "moves" and body["error"]["offset"] == 4
        refused(*server.ask("GET", address("states", game="nim", **{"from": -1})), 400, "from")
    # What does not fit is asked for again.
    with Server(PROGRAM, "--memory", "1M") as server:
        game = "mnk:width=19,height=19,line=19"
        moves = [f"{chr(97 + x)}{y + 1}" for y in range(3) for x in range(19)]
        states, parts = [], 0
        while len(states) <= len(moves):
            answer = server.get(address("states", game=game, moves=" ".join(moves), **{"from": len(states)}))[1]
            assert answer["states"] and len(answer["played"]) == len(moves)
            states += answer["states"]
            parts += 1
        assert parts > 3 and len(states) == len(moves) + 1
        for k in (0, 20, len(moves)):
            state = server.get(address("state", game=game, moves=" ".join(moves[:k])))[1]
            assert states[k] == {name: state[name] for name in states[k]}, k


def deltas(moves):
    """What deltaRemoteness should be, as that API's own description says, by move."""
    found = {}
    for value in ("win", "tie", "lose"):
        alike = {move["move"]: move["remoteness"] for move in moves if move["moveValue"] == value}
        known = [remoteness for remoteness in alike.values() if remoteness >= 0]
        late = max(known, default=0) + 1
        alike = {move: remoteness if remoteness >= 0 else late if known else 0
                 for move, remoteness in alike.items()}
        best = (max if value == "lose" else min)(alike.values(), default=0)
        found.update({move: abs(remoteness - best) for move, remoteness in alike.items()})
    return found


def test_universal():
    """Remoteness and values agree between a position and those its moves lead to."""
    Path("u.db").unlink(missing_ok=True)
    command("strong", "quixo:size=3", "--db", "u.db")
    with Server(PROGRAM, "--db", "u.db") as server:
        assert server.get("/dots/")[1]["supportsWinBy"] and not server.get("/nim/")[1]["supportsWinBy"]
        for variant, start in [("tictactoe/regular", "xo......."), ("nim/heaps=321", "321"),
                               ("tictactoe/early=no", "x..o....."), ("quixo/size=3", "..x/.../.../2"),
                               ("connect4/width=4,height=4", "moves:22"), ("evencoins/coins=7", "7"),
                               ("dots/width=1,height=2", "")]:
            about = server.get(f"/{variant}/")[1]
            for short in (f"/{variant}", "/" + variant.split("/")[0]):  # without the last slash
                assert server.get(short) == server.get(short + "/"), short
            assert about["autoguiStartPosition"] == "1_" + about["startPosition"]
            place = f"/{variant}/positions/?p="
            assert server.get(place + quote(about["startPosition"]))[0] == 200
            here = server.get(place + quote(start))[1]
            order = ["win", "tie", "draw", "lose", "unsolved"]
            wanted = deltas(here["moves"])
            assert {move["move"]: move["deltaRemoteness"] for move in here["moves"]} == wanted, variant
            ranks = [(order.index(move["moveValue"]), move["deltaRemoteness"]) for move in here["moves"]]
            assert ranks == sorted(ranks), variant
            assert here["positionValue"] == here["moves"][0]["moveValue"]
            for move in here["moves"]:
                there = server.get(place + quote(move["position"]))[1]
                assert there["positionValue"] == move["positionValue"], move
                assert there["remoteness"] == move["remoteness"], move
                turned = here["autoguiPosition"][:2] != move["autoguiPosition"][:2]
                other = {"win": "lose", "lose": "win"} if turned else {}
                assert move["moveValue"] == other.get(move["positionValue"], move["positionValue"])


# ---- puzzles ----

def test_mazes():
    with Server(PROGRAM) as server:
        for seed, algo in enumerate(["backtracker", "kruskal", "prim", "wilson", "eller", "division"]):
            maze = server.get(address("maze/generate", width=9, height=7, seed=seed, algo=algo,
                                      loops=0.1))[1]
            assert server.post("/api/maze", {"maze": maze["text"]})[1] == maze
            Path("maze.txt").write_text(maze["text"])
            for method in ["recursive", "right-hand", "left-hand", "shortest", "dead-ends"]:
                got = server.post("/api/maze/solve", {"maze": maze["text"], "method": method})[1]
                wanted = json.loads(command("maze", "solve", "maze.txt", "--method", method, "--json"))
                assert {name: got[name] for name in wanted if name in got} == \
                    {name: wanted[name] for name in wanted if name in got}, (algo, method)
                assert got["path"] == wanted["path"] and got["calls"] == wanted["calls"]
                if method == "recursive":
                    check_calls(got, maze)


def ways_out(maze, start):
    """Every way from a square to the first point outside, by brute force: no square twice."""
    width, height, ways = maze["width"], maze["height"], []

    def go(x, y, way):
        if not (0 <= x < width and 0 <= y < height):
            ways.append(way)
            return
        for bit, (dx, dy) in enumerate([(0, 1), (1, 0), (0, -1), (-1, 0)]):
            if not int(maze["walls"][y][x], 16) >> bit & 1 and [x + dx, y + dy] not in way:
                go(x + dx, y + dy, way + [[x + dx, y + dy]])

    go(*start, [start])
    return ways


def test_all_ways_out():
    with Server(PROGRAM) as server:
        several = 0
        for seed in range(12):
            maze = server.get(address("maze/generate", width=6, height=5, seed=seed, loops=0.6))[1]
            start = [seed % 6, seed % 5]
            ways = ways_out(maze, start)
            several += len(ways) > 100
            words = {"maze": maze["text"], "from": f"{start[0]},{start[1]}", "all": True, "paths": 100}
            got = server.post("/api/maze/solve", words)[1]
            assert got["ways"] == len(ways) and got["solved"] and not got["stopped"]
            assert [way["path"] for way in got["paths"]] == ways[:100]
            assert [way["length"] for way in got["paths"]] == [len(way) - 1 for way in ways[:100]]
            assert got["paths_complete"] == (len(ways) <= 100)
            assert got["length"] == min(map(len, ways)) - 1 and got["longest"] == max(map(len, ways)) - 1
            # The same as the command, whose marks and calls are the textbook's.
            Path("maze.txt").write_text(maze["text"])
            wanted = json.loads(command("maze", "solve", "maze.txt", "--all", "--from", words["from"], "--json"))
            assert all(got[name] == wanted[name] for name in ("ways", "longest", "calls", "depth", "path"))
        assert several
        # From any square, by every method; without 'all' there are no ways.
        maze = server.get(address("maze/generate", width=6, height=5, seed=1))[1]
        for method in ["recursive", "right-hand", "left-hand", "shortest", "dead-ends"]:
            got = server.post("/api/maze/solve", {"maze": maze["text"], "method": method, "from": "4,3"})[1]
            assert got["path"][0] == [4, 3] and "ways" not in got


def test_without_marks():
    room = ["+-+-+", "|S  |", "+ + +", "|    ", "+-+-+"]
    with Server(PROGRAM) as server:
        got = server.post("/api/maze/solve", {"maze": room, "mark": False, "calls": 1000, "most": 3})[1]
        # North and back, for ever: never out.
        assert got["stopped"] and not got["solved"] and got["calls"] == 1000 and got["depth"] == 1000
        assert got["events"] == [["enter", 0, 1, 1], ["enter", 1, 1, 2], ["enter", 1, 0, 3]]
        assert server.post("/api/maze/solve", {"maze": room, "mark": False})[1]["calls"] == 100000
        # Where there is nothing to walk around, it gets out.
        assert server.post("/api/maze/solve", {"maze": ["+ +", "|S|", "+-+"], "mark": False})[1]["solved"]
        for wrong in ({"mark": False, "calls": 100001}, {"mark": False, "calls": 0}, {"mark": False, "all": True},
                      {"all": True, "unmark": False}, {"all": True, "method": "shortest"}, {"paths": 101},
                      {"mark": False, "method": "left-hand"}, {"from": "2,0"}, {"from": "0"}, {"from": "-1,0"}):
            status, answer = server.post("/api/maze/solve", {"maze": room, **wrong})
            assert status == 400 and answer["error"]["message"], wrong


def test_forgiven_spaces():
    """The gap at the right end that an editor has taken away is a gap again, and the answer says so."""
    with Server(PROGRAM) as server:
        whole = ["+-+-+", "|S  |", "+ + +", "|    ", "+-+-+"]
        stripped = [line.rstrip() for line in whole]
        got = server.post("/api/maze", {"maze": stripped})[1]
        assert got["forgiven"] == 1 and got["text"] == "\n".join(whole) + "\n"
        assert "forgiven" not in server.post("/api/maze", {"maze": whole})[1]
        assert server.post("/api/maze/solve", {"maze": stripped})[1]["forgiven"] == 1
        assert "forgiven" not in server.post("/api/maze/solve", {"maze": whole})[1]


def check_calls(answer, maze):
    """The events are a walk through open sides, and count the calls and the depth; once it is out, every call returns."""
    stack, calls, deepest, returns = [], 0, 0, []
    for kind, x, y, depth in answer["events"]:
        if kind == "return":
            returns.append((x, y))
            assert depth == len(stack) - len(returns)
            continue
        assert not returns
        if kind == "back":
            assert stack.pop() == (x, y) and depth == len(stack) + 1
            continue
        calls += 1
        deepest = max(deepest, depth)
        assert depth == len(stack) + 1
        if stack:
            (fx, fy), (dx, dy) = stack[-1], (x - stack[-1][0], y - stack[-1][1])
            wall = {(0, 1): 1, (1, 0): 2, (0, -1): 4, (-1, 0): 8}[dx, dy]
            assert not int(maze["walls"][fy][fx], 16) & wall
        if kind == "enter":
            assert (x, y) not in stack
            stack.append((x, y))
        elif kind == "dead-end":
            assert (x, y) in stack
        else:
            stack.append((x, y))
    assert calls == answer["calls"] and deepest == answer["depth"]
    assert [list(point) for point in stack] == answer["path"]
    assert returns == stack[-2::-1]


def test_puzzles():
    with Server(PROGRAM) as server:
        for n in [1, 2, 3, 5, 8, 12]:
            got = server.get(address("queens", n=n))[1]
            wanted = json.loads(command("queens", str(n), "--method", "backtrack", "--json",
                                        code=0 if got["found"] else 1))
            assert got["found"] == wanted["found"] and got.get("columns") == wanted.get("columns")
            calls = sum(kind not in ("back", "refused") for kind, *_ in got["events"])
            assert not got["complete"] or calls == got["calls"] - 1
        tour = server.get(address("knight", width=6, height=6, closed="yes", **{"from": "2,3"}))[1]
        path = tour["path"]
        assert len({tuple(square) for square in path}) == 36 and path[0] == [2, 3]
        for (ax, ay), (bx, by) in zip(path, path[1:] + path[:1]):
            assert abs(ax - bx) * abs(ay - by) == 2
        none = server.get(address("knight", width=4, height=4))[1]
        assert not none["found"] and none["why"]
        cubes = server.get("/api/cubes")[1]
        assert cubes["count"] == 8 and cubes["distinct"] == 1
        for side in range(4):
            shown = sorted(cube[side] for cube in cubes["solutions"][0])
            assert shown == sorted(cubes["names"])
        # Two choices of theirs stand for more solutions than anybody can wait for.
        many = "\n".join(" ".join(f"c{cube}x{face}" for face in range(6)) for cube in range(40))
        cubes = server.post("/api/cubes", {"cubes": many, "all": True, "seconds": 0.1})[1]
        assert cubes["stopped"] and len(cubes["solutions"]) == 20 and cubes["distinct"] >= 1 << 39


def test_fill():
    """The painted region is what the events enter, each pixel once."""
    with Server(PROGRAM) as server:
        for seed in range(20):
            chance = random.Random(seed)
            wide, high = chance.randint(1, 20), chance.randint(1, 12)
            rows = ["".join(chance.choice("..#") for _ in range(wide)) for _ in range(high)]
            x, y = chance.randrange(wide), chance.randrange(high)
            got = server.post("/api/fill", {"picture": rows, "x": x, "y": y, "colour": "o",
                                            "diagonal": seed % 2 == 1, "most": 20000})[1]
            entered = [(x, y) for kind, x, y, _ in got["events"] if kind == "enter"]
            painted = {(px, py) for py in range(high) for px in range(wide)
                       if got["picture"][py][px] == "o"}
            assert len(entered) == len(set(entered)) == got["pixels"] and set(entered) == painted
            assert all(got["picture"][py][px] == rows[py][px] for py in range(high)
                       for px in range(wide) if (px, py) not in painted)


def test_address():
    """A port that is taken, and an address that is none, are said in one line."""
    with Server(PROGRAM) as server:
        for words in [["--port", str(server.port)], ["--bind", "nowhere"]]:
            done = subprocess.run([PROGRAM, "serve", *words], capture_output=True, text=True,
                                  check=False)
            assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1


def test_bind():
    """Who opens the server to others is told so, in one sentence; who does not hears nothing."""
    for words, wanted in [([], None), (["--bind", "127.0.0.5"], None), (["--bind", "::1"], None),
                          (["--bind", "0.0.0.0"], "this machine"), (["--bind", "::"], "this machine")]:
        process = subprocess.Popen([PROGRAM, "serve", "--port", "0", *words], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        line = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
        if "::" in "".join(words) and "no address" in errors:
            continue  # a machine without IPv6
        port = line.rstrip("/\n").rsplit(":", 1)[1]
        assert process.returncode == 0, (words, errors)
        if wanted:
            assert errors.count("\n") == 1 and f"every machine that can reach {wanted}, port {port}," in errors, errors
        else:
            assert errors == "", (words, errors)


def test_ending():
    """Ctrl-C and a termination end it, each with its code, after saying what was done."""
    for number, code in [(signal.SIGINT, 130), (signal.SIGTERM, 0)]:
        process = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        port = int(process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port)) as link:
            for last in (False, False, True):
                link.sendall(b"GET /api/server HTTP/1.1\r\nHost: 127.0.0.1\r\n" +
                             (b"Connection: close\r\n" if last else b"") + b"\r\n")
            while link.recv(65536):
                pass
        process.send_signal(number)
        said, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (code, ""), (process.returncode, errors)
        assert said.endswith("Ended. Requests answered: 3\n"), said


def test_cut_short():
    """Thinking that the server's end cuts short is no answer, whoever asked for it."""
    hard = {"game": "connect4", "seconds": 30}
    for number in (signal.SIGINT, signal.SIGTERM):
        with Server(PROGRAM, "--no-books", "--analyses", "3") as server:
            links = []
            for path in [address("analysis", **hard), address("review", moves="44", **hard),
                         address("move", game="connect4", player="perfect", seconds=5)]:
                links.append(server.connect())
                links[-1].request("GET", path)
            stream = Stream(server, address("analysis", **hard))
            assert not stream.until("answer")["final"]  # so the others have begun, too
            os.kill(server.process.pid, number)
            for link in links:
                answer = link.getresponse()
                refused(answer.status, answer.headers, answer.read(), 503, "cut short")
            said = list(iter(stream.event, None))
            assert said[-1][0] == "error" and said[-1][1]["error"]["status"] == 503, said[-1]
            assert not [data for name, data in said if name == "answer" and data["final"]]
            assert server.process.wait(60) == (130 if number == signal.SIGINT else 0)
            server.process.returncode = 130  # as it is after Ctrl-C, whatever ended it
    with Server(PROGRAM, "--no-books") as server:  # its own limit makes no error of an answer
        for route in ("analysis", "review"):
            status, got = server.get(address(route, game="connect4", seconds=0.2))
            assert status == 200 and got["final"]


if __name__ == "__main__":
    sys.exit(run_tests(globals(), sys.argv[3:]))
