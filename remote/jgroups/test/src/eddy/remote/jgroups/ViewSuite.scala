package eddy.remote.jgroups

import eddy.remote.conformance.RecordedEvents
import eddy.remote.conformance.RecordedEvents.Event
import eddy.remote.spi.*
import eddy.testing.{Eventually, PatientSuite}

import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

import org.jgroups.protocols.pbcast.GMS
import org.jgroups.protocols.{DISCARD, MERGE3, TP, VERIFY_SUSPECT2}
import org.jgroups.stack.ProtocolStack
import org.jgroups.util.Util
import org.jgroups.{Address, View}

/** What sessions do when the view of the cluster changes. */
class ViewSuite extends PatientSuite:
  private val incarnations = new AtomicLong(1)

  private final class Member(net: TestMembers, name: String):
    val events = new RecordedEvents
    val transport: JGroupsTransport = net.transport(
      name,
      // members look for others often, so that parts merge soon
      prepare = channel =>
        val merge = channel.getProtocolStack.findProtocol[MERGE3](classOf[MERGE3])
        merge.setMinInterval(100).setMaxInterval(200): Unit
    )
    // only the view can end a session in time
    transport.start(
      NodeIdentity(name, "test", incarnations.incrementAndGet(), Vector.empty),
      TransportSettings(10.minutes, 1.hour, 1.hour),
      events
    ): Unit

    def dial(other: String): TransportSession =
      transport.dial(NodeAddress(other))
      events.until(s"a session with $other") { case Event.Opened(session) => session }
    def refused(other: String): String =
      transport.dial(NodeAddress(other))
      events.until(s"the outcome of a dial of $other") { case Event.Unreachable(_, reason) => reason }
    def address: Address = transport.channel.getAddress
    def stack: ProtocolStack = transport.channel.getProtocolStack
    def seen: Int = transport.channel.getView.size
    def stop(): Unit = await(transport.stop(10.seconds))
  end Member

  private def cluster(net: TestMembers, names: String*): Seq[Member] =
    val all = names.map(Member(net, _))
    Eventually.until("all are members")(all.forall(_.seen == all.size))
    all

  /** Each of two members has a view of its own alone. */
  private def split(one: Member, other: Member): Unit =
    for (here, there) <- List(one -> other, other -> one) do
      val discard = DISCARD().addIgnoredMembers(there.address)
      here.stack.insertProtocol(discard, ProtocolStack.Position.ABOVE, classOf[TP])
    for one <- List(one, other) do
      val next = one.transport.channel.getView.getViewId.getId + 1
      one.stack.findProtocol[GMS](classOf[GMS]).installView(View(one.address, next, List(one.address).asJava))

  private def heal(all: Member*): Unit =
    all.foreach(one => one.stack.removeProtocol[DISCARD](classOf[DISCARD]): Unit)

  private def text(frames: Vector[Array[Byte]]) = frames.map(new String(_, "UTF-8"))
  private def frames(texts: String*) = texts.map(_.getBytes("UTF-8"))

  for (kind, members) <-
      List("in memory" -> (() => TestMembers.inMemory()), "over TCP" -> (() => TestMembers.overTcp()))
  do
    test(s"the session with a member that leaves the view closes at once, $kind"):
      val Seq(a, b) = cluster(members(), "a", "b"): @unchecked
      val withB = a.dial("b")
      split(b, a)
      a.events.until("the session closes") { case Event.Closed(session, why) =>
        assertEquals(session, withB)
        assertEquals(why, SessionEnd.Lost("no node b is a member of the cluster"))
      }
      assert(clue(a.refused("b")).contains("no node b is a member of the cluster"))
      Seq(a, b).foreach(_.stop())

    test(s"after a merge the same incarnations have another session, and nothing of the earlier one, $kind"):
      val Seq(a, b) = cluster(members(), "a", "b"): @unchecked
      val early = a.dial("b")
      val earlyAtB = b.events.nextOpened()
      a.events.send(early, frames("before"))
      assertEquals(text(b.events.frames(earlyAtB, 1)), Vector("before"))
      split(a, b)
      for one <- List(a, b) do one.events.until("the session closes") { case Event.Closed(_, _) => () }
      heal(a, b)
      Eventually.until("they have merged")(a.seen == 2 && b.seen == 2)
      // it knows the view a little later
      Eventually.until("a dial finds b"):
        a.transport.dial(NodeAddress("b"))
        a.events.until("its outcome") {
          case Event.Reached(_, _) => true; case Event.Unreachable(_, _) => false
        }
      val late = a.events.history.collect { case Event.Opened(session) => session }.last
      val lateAtB = b.events.nextOpened()
      assertNotEquals(late, early)
      assertEquals(late.peer, early.peer)
      a.events.send(late, frames("after"))
      assertEquals(text(b.events.frames(lateAtB, 1)), Vector("after"))
      assert(!b.events.hasFrames(earlyAtB))
      Seq(a, b).foreach(_.stop())
  end for

  test("a member whose process ends is noticed by its connections, and its session closes"):
    val Seq(a, b) = cluster(TestMembers.overTcp(), "a", "b"): @unchecked
    a.stack.findProtocol[VERIFY_SUSPECT2](classOf[VERIFY_SUSPECT2]).setTimeout(50): Unit
    a.dial("b"): Unit
    Util.shutdown(b.transport.channel, false)
    a.events.until("the session closes") { case Event.Closed(_, why) =>
      assertEquals(why, SessionEnd.Lost("no node b is a member of the cluster"))
    }
    a.stop()
    b.stop()

  test("messages that JGroups loses break the connection, and the session continues on another one"):
    val Seq(a, b) = cluster(TestMembers.inMemory(), "a", "b"): @unchecked
    val atA = a.dial("b")
    val atB = b.events.nextOpened()
    val losing = Losing(b.address)
    // above what would send them again
    a.stack.insertProtocolAtTop(losing)
    for i <- 1 to 200 do a.events.send(atA, frames(i.toString))
    losing.begin()
    for i <- 201 to 400 do a.events.send(atA, frames(i.toString))
    Eventually.until("messages are lost")(losing.lost > 0)
    losing.end()
    for i <- 401 to 600 do a.events.send(atA, frames(i.toString))
    assertEquals(text(b.events.frames(atB, 600)), (1 to 600).map(_.toString).toVector)
    assert(clue(atA.stats).resumptions > 0)
    Seq(a, b).foreach(_.stop())
end ViewSuite
