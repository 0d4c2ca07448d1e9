package eddy.remote.testkit

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.*
import eddy.testing.{PatientSuite, TestLength}

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Large messages are read by other threads than the small ones, and keep their place. */
class LargeMessagesSuite extends PatientSuite:
  private val runs = TestLength.rounds(short = 30, full = 300)
  private val large = new Array[Byte](200_000)
  private val small = new Array[Byte](10)

  private def started[M](on: SimulatedNode)(body: Actor[M] ?=> Behavior[M]): ActorRef[M] =
    Arrival.start[M](one => body(using one))(using on.system)

  private def explore(body: (SimulatedCluster, SimulatedNode, SimulatedNode) => Unit): Unit =
    val _ = SimulatedCluster.explore(runs, nodes = 2, slowness = 0.05): net =>
      net.awaitConnected()
      body(net, net.node("a"), net.node("b"))

  /** The address of an actor of `of` for `by`. */
  private def found[M: Pickler](net: SimulatedCluster, of: SimulatedNode, by: SimulatedNode)(
      ref: ActorRef[M]
  ): ActorRef[M] =
    of.node.register("found", ref)
    net.sim.await(by.node.peer(of.name).find[M]("found")).getOrElse(fail("it is not there"))

  /** An actor of `at` that watches the first sender, and the numbers of what arrives; -1: it has ended.
    */
  private def receiver(at: SimulatedNode): (ActorRef[Parcel], mutable.ArrayBuffer[Int]) =
    val seen = mutable.ArrayBuffer.empty[Int]
    val ref = started[Parcel](at):
      loop:
        react:
          case Parcel.Load(number, _, from) =>
            seen += number
            if number == 0 then
              monitor(from)(_ => Parcel.Ended): Unit
              from ! 0
            done
          case Parcel.Ended =>
            seen += -1
            done
    (ref, seen)

  private def sender(at: SimulatedNode, to: ActorRef[Parcel], count: Int): Unit =
    val _ = started[Int](at):
      to ! Parcel.Load(0, large, self)
      react:
        case _ =>
          for i <- 1 to count do to ! Parcel.Load(i, if i % 2 == 1 then large else small, self)
          stop

  test("they, and small ones after them, precede the notice of their sender's end"):
    explore: (net, a, b) =>
      val (ref, seen) = receiver(a)
      sender(b, found(net, a, b)(ref), count = 6)
      net.sim.runUntil("the end is known")(seen.contains(-1))
      assertEquals(seen.toList, (0 to 6).toList :+ -1)

  test("after the notice of a lost node none of it arrives"):
    explore: (net, a, b) =>
      val (ref, seen) = receiver(a)
      sender(b, found(net, a, b)(ref), count = 40)
      net.sim.runUntil("some have arrived")(seen.size > 5)
      b.kill()
      net.sim.runUntil("the end is known")(seen.contains(-1))
      net.sim.advance(10.seconds)
      assertEquals(seen.toList, (0 until seen.size - 1).toList :+ -1)

  test("a large answer precedes the failure of the actor that has answered"):
    explore: (net, a, b) =>
      val answering = started[LargeQuestion](b):
        react:
          case LargeQuestion(to) =>
            to ! large
            throw IllegalStateException("after the answer")
      val asked = found(net, b, a)(answering)
      // a slow machine may let timers of the next minute expire first
      assertEquals(net.sim.await(asked.ask[Array[Byte]](10.minutes)(LargeQuestion(_))).length, large.length)

  test("a large message does not delay small ones to other actors"):
    explore: (net, a, b) =>
      net.setLink("a", "b")(1.millis, 2.millis, bandwidth = 1_000_000)
      val (slow, quick) = (receiver(b), receiver(b))
      val toSlow = found(net, b, a)(slow(0))
      b.node.unregister("found"): Unit
      val toQuick = found(net, b, a)(quick(0))
      val nobody = started[Int](a)(loop(react { case _ => done }))
      toSlow ! Parcel.Load(1, new Array[Byte](5_000_000), nobody)
      toQuick ! Parcel.Load(2, small, nobody)
      val since = net.sim.now
      net.sim.runUntil("the small one has arrived")(quick(1).nonEmpty)
      assert(net.sim.now - since < 1.second && slow(1).isEmpty, net.sim.now - since)
end LargeMessagesSuite

enum Parcel derives Pickler:
  case Load(number: Int, content: Array[Byte], from: ActorRef[Int])
  case Ended

final case class LargeQuestion(to: ActorRef[Array[Byte]]) derives Pickler
