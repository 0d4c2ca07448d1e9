package eddy.web.conformance

import eddy.web.RunningServer
import eddy.web.http2.Http2Bridge

/** The Autobahn test suite's cases (an oracle not written here) against an echo server: RFC 6455 and RFC
  * 7692.
  */
class AutobahnSuite extends AutobahnRuns("Autobahn's WebSocket cases"):
  section("1", "framing", 16)("1.1.8", "1.2.8")
  section("2", "pings and pongs", 11)("2.8", "2.11")
  section("3", "reserved bits", 7)("3.2", "3.7")
  section("4", "opcodes", 10)("4.1.5", "4.2.5")
  section("5", "fragmentation", 20)("5.8", "5.15")
  section("6", "UTF-8", 145)("6.2.4", "6.4.1", "6.6.11")
  section("7", "close handshake", 37)("7.3.6", "7.5.1", "7.9.9")
  section("9", "large messages", 54)("9.1.6", "9.4.1", "9.7.1")
  section("10", "fragmentation by the client's library", 1)("10.1.1")
  // One of each payload at some size: all 216 would take an hour and tell no more.
  cases("12", "compression of several payloads", 1, "12.1.3", "12.2.6", "12.3.8", "12.4.13", "12.5.14")
  // 13.3 to 13.6 ask the server for a smaller window, which java.util.zip has not: declined, as RFC 7692
  // allows.
  cases("13", "compression by several parameters", 1, "13.1.4", "13.2.5", "13.7.11")
end AutobahnSuite

/** Those cases that depend on the transport, over HTTP/2 (RFC 8441): a bridge hands the bytes of Autobahn's
  * client over.
  */
class AutobahnOverHttp2Suite extends AutobahnRuns("Autobahn's WebSocket cases over HTTP/2"):
  private var bridge: Option[Http2Bridge] = None

  override protected def portTo(server: RunningServer): Int =
    val made = Http2Bridge(server.port)
    bridge = Some(made)
    made.port

  override def afterAll(): Unit =
    bridge.foreach(_.close())
    super.afterAll()

  section("1", "framing", 16)("1.1.8")
  section("2", "pings and pongs", 11)("2.11")
  section("3", "reserved bits", 7)("3.7")
  section("4", "opcodes", 10)("4.1.5")
  section("5", "fragmentation", 20)("5.15")
  cases("6", "UTF-8 that is cut or wrong", 1, "6.2.4", "6.3.2", "6.4.1", "6.4.3", "6.10.2")
  section("7", "close handshake", 37)("7.3.6", "7.9.9")
  cases("9", "large messages", 1, "9.1.4", "9.3.5", "9.5.4", "9.7.3")
  cases("12", "compression", 1, "12.1.3")
end AutobahnOverHttp2Suite
