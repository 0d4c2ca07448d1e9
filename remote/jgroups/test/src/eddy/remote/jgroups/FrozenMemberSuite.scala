package eddy.remote.jgroups

import eddy.remote.conformance.RecordedEvents
import eddy.remote.conformance.RecordedEvents.Event
import eddy.remote.spi.*
import eddy.testing.{Eventually, PatientSuite}

import scala.concurrent.duration.DurationInt

import org.jgroups.protocols.TCP

/** A member that takes nothing from the network. */
class FrozenMemberSuite extends PatientSuite:
  private def start(transport: JGroupsTransport, name: String): RecordedEvents =
    val events = new RecordedEvents
    val _ = transport.start(
      NodeIdentity(name, "test", name.head.toLong, Vector.empty),
      TransportSettings(10.minutes, 1.hour, 1.hour),
      events
    )
    events

  test("a frozen member takes a window of frames, and the frames for others are not held up"):
    val members = TestMembers.overTcp()
    val sockets = new FrozenSockets
    val transports = List("a", "b", "c").map: name =>
      members.transport(
        name,
        prepare = channel =>
          channel.getProtocolStack.getTransport match
            case tcp: TCP =>
              // the buffers of the system hold less than the window
              tcp.setSendBufSize(64 << 10).setRecvBufSize(64 << 10): Unit
              if name == "b" then tcp.setSocketFactory(sockets)
            case other => fail(s"$other is not TCP")
      )
    val Seq(a, b, c) = transports.zip(List("a", "b", "c")).map(start(_, _)): @unchecked
    Eventually.until("all are members")(transports.forall(_.channel.getView.size == 3))
    def dial(name: String): TransportSession =
      transports.head.dial(NodeAddress(name))
      a.until(s"a session with $name") { case Event.Opened(session) => session }
    val (toB, toC) = (dial("b"), dial("c"))
    val (atB, atC) = (b.nextOpened(), c.nextOpened())
    sockets.freeze()
    val before = a.taken
    a.send(toB, Vector.fill(600)(new Array[Byte](64 << 10)))
    Eventually.until("the window is full")(a.taken - before >= 16)
    // more than fits into any buffer on the way
    val toOthers = Vector.tabulate(600)(i => Array.fill(64 << 10)(i.toByte))
    a.send(toC, toOthers)
    assertEquals(c.frames(atC, 600).map(_.head), toOthers.map(_.head))
    // a frame may begin before the window's end; those for c are the others
    assert(clue(toB.stats.framesSent) <= 17)
    assert(!b.hasFrames(atB))
    sockets.unfreeze()
    assertEquals(b.frames(atB, 600).size, 600)
    transports.foreach(one => await(one.stop(10.seconds)))
end FrozenMemberSuite
