"""A scripted client of a language server: what an editor says, without an editor."""
import contextlib
import json
import pathlib
import queue
import subprocess
import threading
import urllib.parse

PATIENCE = 120  # seconds: a busy machine is no failure


class Client:
    def __init__(self, server, *arguments, capabilities=None, cwd=None, initialize=True):
        self.process = subprocess.Popen([server, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd)
        self.came = queue.Queue()
        self.kept = []  # what came while something else was waited for
        self.last = 0
        self.held = None  # what is said together
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        if initialize:
            self.server = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities or {}})
            self.tell("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                self.came.put(None)
                return
            self.came.put(json.loads(stream.read(length)))

    def raw(self, data):
        if self.held is not None:
            self.held += data
            return
        self.process.stdin.write(data)
        self.process.stdin.flush()

    @contextlib.contextmanager
    def together(self):
        """What is said inside comes at once: nothing happens between."""
        self.held = b""
        yield
        data, self.held = self.held, None
        self.raw(data)

    def send(self, message):
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def tell(self, method, parameters):
        self.send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def begin(self, method, parameters):
        """Sends a request; its id."""
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": parameters})
        return self.last

    def wait(self, wanted, patience=PATIENCE):
        """The first message that `wanted` says yes to, in the order in which they came."""
        for place, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(place)
        while True:
            message = self.came.get(timeout=patience)
            if message is None:
                raise EOFError("the server has ended")
            if wanted(message):
                return message
            self.kept.append(message)

    def answer(self, id, patience=PATIENCE):
        return self.wait(lambda message: message.get("id") == id and "method" not in message, patience)

    def ask(self, method, parameters):
        """The result of a request that is answered without an error."""
        answer = self.answer(self.begin(method, parameters))
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def open(self, path, text=None, version=1):
        text = pathlib.Path(path).read_text() if text is None else text
        document = {"uri": uri(path), "languageId": "cpp", "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, path, version, *changes):
        """Each change: the whole text, or ((line, character), (line, character), text)."""
        events = [{"text": change} if isinstance(change, str) else
                  {"range": span(change[0], change[1]), "text": change[2]} for change in changes]
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri(path), "version": version},
                                             "contentChanges": events})

    def close(self, path):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri(path)}})

    def published(self, path, version=None):
        """What is published of this version."""
        return self.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics"
                         and message["params"]["uri"] == uri(path)
                         and message["params"].get("version") == version)["params"]["diagnostics"]

    def headers_read(self, path):
        """Waits until the headers of the text have been read for later ones."""
        self.wait(lambda message: message.get("method") == "$/clustrix/headersRead" and message["params"]["uri"] == uri(path))

    def hover(self, path, line, character):
        return self.ask("textDocument/hover", {"textDocument": {"uri": uri(path)},
                                               "position": {"line": line, "character": character}})

    def actions(self, path, line, only=None):
        context = {"diagnostics": []} | ({"only": only} if only else {})
        return self.ask("textDocument/codeAction", {"textDocument": {"uri": uri(path)}, "context": context,
                                                    "range": span((line, 0), (line, 200))})

    def ended(self):
        """The exit status of a server that is about to end."""
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()
        return status

    def end(self):
        """The same of one that is told to."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.ended()


def uri(path):
    return "file://" + urllib.parse.quote(str(pathlib.Path(path).absolute()))


def span(start, end):
    return {"start": {"line": start[0], "character": start[1]}, "end": {"line": end[0], "character": end[1]}}


def offset(text, position):
    """Of a position in UTF-16."""
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[:position["line"]])
    line = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le")
    return before + len(line)


def edited(text, edits):
    """`text` with an editor's edits, which do not overlap."""
    for edit in sorted(edits, key=lambda one: offset(text, one["range"]["start"]), reverse=True):
        begin, end = offset(text, edit["range"]["start"]), offset(text, edit["range"]["end"])
        text = text[:begin] + edit["newText"] + text[end:]
    return text
