package eddy.remote.tcp

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.conformance.{Machine, Twice}
import eddy.remote.{NodeConfig, NodeEvent, NodeLoss}
import eddy.testing.PatientSuite

import java.io.DataInputStream
import java.net.Socket
import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}

/** Nodes over TCP, and what else may connect. */
class TcpSuite extends PatientSuite:
  /** An actor of the machine that is linked to another one. */
  private def linked(machine: Machine, other: ActorRef[?]): ActorRef[Nothing] =
    import machine.system
    val linked = Promise[Unit]()
    val ref = Arrival.start[Nothing]: one =>
      given Actor[Nothing] = one
      link(other)
      linked.success(())
      loop(react(PartialFunction.empty))
    await(linked.future)
    ref

  private def withNode(test: Machine => Unit): Unit =
    // a connection that is not closed for its bytes stays open
    val machine = Machine(NodeConfig("a", Tcp(port = 0), connectTimeout = 10.minutes))
    try test(machine)
    finally machine.stop()

  private def endOf(ref: ActorRef[?]): Future[ExitReason] =
    val end = Promise[ExitReason]()
    ref.addMonitor(new Monitor(ref, reason => end.success(reason): Unit))
    end.future

  /** Another node asks the first one. */
  private def asks(a: Machine): Unit =
    val b = Machine(NodeConfig("b", Tcp(port = 0)))
    try
      val found = await(await(b.node.connect(a.address)).find[Twice]("twice"))
      assertEquals(await(found.get.ask[Int](1.minute)(Twice(21, _))), 42)
    finally b.stop()

  test("a node asks an actor of another one"):
    withNode: a =>
      a.node.register("twice", a.doubling())
      asks(a)

  test("a node is reached from this machine only, if nothing else is said"):
    withNode(a => assert(clue(a.address).startsWith("127.0.0.1:")))

  test("the shutdown of an actor system ends with the goodbye of its node, which others see at once"):
    val patient = NodeConfig("a", Tcp(port = 0), silenceTimeout = 1.hour, resumeTimeout = 1.hour)
    val a = Machine(patient)
    val b = Machine(patient.copy(name = "b", transport = Tcp(port = 0)))
    try
      val events = new LinkedBlockingQueue[NodeEvent]()
      a.node.onEvent(event => events.add(event): Unit): Unit
      val (known, unknown) = (b.doubling(), b.doubling())
      b.system.register("known", known)
      b.node.register("known", known)
      b.node.register("unknown", unknown)
      val peer = await(a.node.connect(b.address))
      def there(name: String): ActorRef[Twice] = await(peer.find[Twice](name)).get
      val ofKnown = endOf(there("known"))
      val ofUnknown = endOf(there("unknown"))
      val ofLinked = endOf(linked(a, there("unknown")))
      val end = b.system.shutdown(5.minutes)
      // an actor that the system knows has ended before the goodbye
      assertEquals(await(ofKnown), ExitReason.Shutdown)
      assertEquals(await(ofUnknown), ExitReason.NodeLost("b"))
      assertEquals(await(ofLinked), ExitReason.NodeLost("b"))
      assertEquals(awaitNext(events), NodeEvent.Up(peer))
      assertEquals(awaitNext(events), NodeEvent.Down(peer, NodeLoss.Left))
      assertEquals(await(end), ShutdownResult(1, 0, 0))
      assert(clue(awaitFailure(a.node.connect(b.address)).getMessage).contains("no node listens"))
    finally
      b.stop()
      a.stop()
    end try

  test("a port that is taken is named, with the remedy"):
    withNode: a =>
      val refusal = intercept[java.io.IOException](Machine(NodeConfig("b", Tcp(port = a.port))))
      assert(clue(refusal.getMessage).contains(s"cannot listen at 127.0.0.1:${a.port}"))
      assert(clue(refusal.getMessage).contains("give another port"))

  for
    (title, bytes) <- List[(String, Array[Byte])](
      "speaks another protocol" -> "GET / HTTP/1.1\r\n\r\n".getBytes("UTF-8"),
      "sends a packet that is too long" -> ("EDN1".getBytes("UTF-8") ++ Array[Byte](-128, 0, 16, 1)),
      "sends a frame that is too long" -> ("EDN1".getBytes("UTF-8") ++ Array[Byte](127, -1, -1, -1)),
      "sends a frame before the handshake" -> ("EDN1".getBytes("UTF-8") ++ Array[Byte](0, 0, 0, 1, 9)),
      "sends a packet of an unknown kind" -> ("EDN1".getBytes("UTF-8") ++ Array[Byte](-128, 0, 0, 1, 99))
    )
  do
    test(s"a connection that $title is closed, and the node serves others"):
      withNode: a =>
        a.node.register("twice", a.doubling())
        val socket = Socket("127.0.0.1", a.port)
        try
          socket.getOutputStream.write(bytes)
          val in = DataInputStream(socket.getInputStream)
          // up to its end
          while in.read() >= 0 do ()
        catch case _: java.net.SocketException => ()
        finally socket.close()
        asks(a)
  end for

  test("settings that would open the node to the network are refused with the remedy"):
    def refused(make: => Tcp): String = intercept[IllegalArgumentException](make).getMessage
    assert(clue(refused(Tcp(
      port = 0,
      host = "0.0.0.0"
    ))).contains("give tls, or a secret and plaintext = true"))
    assert(clue(refused(Tcp(port = 0, host = "0.0.0.0", plaintext = true))).contains("give tls, or a secret"))
    assert(clue(refused(Tcp(port = 0, secret = "short"))).contains("secret of 5 bytes"))
    assert(clue(refused(Tcp(port = 70_000))).contains("port = 70000"))
    assertEquals(Tcp(port = 0, host = "0.0.0.0", secret = "a secret of bytes", plaintext = true).name, "tcp")

  test("an address without a host or a port is unreachable"):
    withNode: a =>
      for text <- List("nonsense", "host:", ":7801", "host:99999") do
        assert(clue(awaitFailure(a.node.connect(text)).getMessage).contains("is no address"))

  test("a host name that is not known is named in the error"):
    withNode: a =>
      val failure = awaitFailure(a.node.connect("no-such-host.invalid:7801"))
      assert(clue(failure.getMessage).contains("the name no-such-host.invalid"))
end TcpSuite
