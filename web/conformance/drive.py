"""Runs the converted Autobahn cases against a WebSocket echo server.

    drive.py <folder with the package `cases`> <ws://host:port/path> <case or section> ...

Writes one JSON object per case and line to the standard output: id, verdict and result, close and closeResult (how the
connection ended), closeCode, millis.
A section is "7" or "7.9"; a case "7.9.3". Cases that wait for a while run side by side, those of section 9 one by one.
"""
import json
import os
import re
import sys
import time

sys.path.insert(0, sys.argv[1])

from autobahn.twisted.websocket import WebSocketClientFactory, WebSocketClientProtocol  # noqa: E402
from cases import Cases  # noqa: E402
from compat import bytes_of, text_of  # noqa: E402
from twisted.internet import reactor  # noqa: E402

CASE_LIMIT_SECONDS = 120
SIDE_BY_SIDE = 6


def case_id(case):
    return case.__name__[len("Case"):].replace("_", ".")


class CaseProtocol(WebSocketClientProtocol):
    """The protocol object that the cases talk to: autobahn's client with its text turned to bytes and back."""

    connectionWasOpen = createWirelog = False

    def connectionMade(self):
        self.txFrameStats = {}
        self.started = time.monotonic()
        self.run = self.factory.case(self)
        self.raw = hasattr(self.run, "TESTDATA")  # the compression cases already handle bytes
        super().connectionMade()
        self.limit = reactor.callLater(CASE_LIMIT_SECONDS, self.transport.abortConnection)

    def connectionLost(self, reason):
        super().connectionLost(reason)
        if self.limit.active():
            self.limit.cancel()
        self.run.onConnectionLost(self.failedByMe)
        self.factory.done(self.run, self.remoteCloseCode, round(1000 * (time.monotonic() - self.started)))

    def onOpen(self):
        self.connectionWasOpen = True
        self.run.onOpen()

    def onMessage(self, payload, isBinary):
        self.run.onMessage(payload if self.raw else text_of(payload), isBinary)

    def onPing(self, payload):
        self.run.onPing(text_of(payload))
        self.sendPong(payload)

    def onPong(self, payload):
        self.run.onPong(text_of(payload))

    def onClose(self, wasClean, code, reason):
        self.run.onClose(wasClean, code, reason)

    # What the cases call.

    def sendFrame(self, opcode, payload=b"", **options):
        super().sendFrame(opcode, bytes_of(payload), **options)

    def sendMessage(self, payload, isBinary=False, **options):
        super().sendMessage(bytes_of(payload), isBinary, **options)

    def sendMessageFrameData(self, payload, sync=False):
        return super().sendMessageFrameData(bytes_of(payload), sync)

    def sendCloseFrame(self, code=None, reasonUtf8=None, isReply=False):
        super().sendCloseFrame(code, None if reasonUtf8 is None else bytes_of(reasonUtf8), isReply)

    def logTxFrame(self, frameHeader, *_):
        self.txFrameStats[frameHeader.opcode] = self.txFrameStats.get(frameHeader.opcode, 0) + 1

    def logRxFrame(self, *_):
        pass

    def enableWirelog(self, _):
        pass

    def continueLater(self, delay, call, tag=None):
        self.later(delay, call)

    def killAfter(self, delay):
        self.later(delay, self._fail_connection)

    def closeAfter(self, delay):
        self.later(delay, self.sendClose)

    def later(self, delay, call):
        reactor.callLater(delay, lambda: self.state == self.STATE_CLOSED or call())


class CaseFactory(WebSocketClientFactory):
    protocol = CaseProtocol
    noisy = False

    def __init__(self, url, case, then):
        super().__init__(url, useragent="Autobahn cases")
        # The library's own limits of a second are for good networks, not for busy machines.
        self.setProtocolOptions(failByDrop=False, openHandshakeTimeout=20, closeHandshakeTimeout=10,
                                serverConnectionDropTimeout=10)
        self.logFrames = True
        self.case, self.then = case, then

    def clientConnectionFailed(self, connector, reason):
        sys.stderr.write("drive.py: cannot connect to %s: %s\n" % (self.url, reason.getErrorMessage()))
        os._exit(1)

    def done(self, run, code, millis):
        print(json.dumps({
            "id": case_id(self.case), "verdict": run.behavior, "result": run.result, "close": run.behaviorClose,
            "closeResult": run.resultClose, "closeCode": code, "millis": millis,
        }), flush=True)
        self.then()


def main(url, wanted):
    def is_wanted(case):
        return any((case_id(case) + ".").startswith(w + ".") for w in wanted)

    cases = [case for case in Cases if is_wanted(case)]
    host, port = re.match(r"ws://([^:/]+):(\d+)", url).groups()
    running = 0

    def next_case():
        if cases:
            reactor.connectTCP(host, int(port), CaseFactory(url, cases.pop(0), next_case))
        else:
            nonlocal running
            running -= 1
            if running == 0:
                reactor.stop()

    running = 1 if cases and case_id(cases[0]).split(".")[0] in ("9", "12", "13") else SIDE_BY_SIDE
    for _ in range(running):
        reactor.callWhenRunning(next_case)
    reactor.run()


main(sys.argv[2], sys.argv[3:])
