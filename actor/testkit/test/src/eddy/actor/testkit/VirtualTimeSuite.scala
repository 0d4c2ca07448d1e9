package eddy.actor.testkit

import eddy.actor.*

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** What depends on the order of an event and a timer. On an engine the machine decides that order; here the
  * test does.
  */
class VirtualTimeSuite extends eddy.testing.PatientSuite:
  private val runs = 50

  private type Said = mutable.ArrayBuffer[String]

  /** Of both kinds: says that it starts, fails on "fail", says what else it receives. */
  private def talkers(said: Said)(using ActorSystem): List[Child[String]] =
    List(
      Child[String]("reacting"):
        said += "starts"
        loop:
          react:
            case "fail" => throw IllegalStateException("fail")
            case text => said += text; done
      ,
      Child.thread[String]("with a thread"):
        said += "starts"
        while true do
          receive:
            case "fail" => throw IllegalStateException("fail")
            case text => val _ = said += text
    )

  test(
    "a time limit is neither cut short nor overdrawn, whether nothing comes or a message that does not match"
  ):
    val limit = 20.millis
    for threaded <- List(false, true); sends <- List(false, true) do
      Simulation.run(seed = 1): sim =>
        val ended = TestProbe[scala.concurrent.duration.FiniteDuration]()
        val ref =
          if threaded then threadActor[String](receiveWithin(limit) { case TIMEOUT => ended.ref ! sim.now })
          else actor[String](reactWithin(limit) { case TIMEOUT => ended.ref ! sim.now; stop })
        if sends then
          sim.advance(5.millis)
          ref ! "kept"
        assertEquals(ended.receive(), limit)

  test("the time of an answered reactWithin reaches no later react"):
    val _ = Simulation.explore(runs): sim =>
      val said = new Said
      val ref = actor[Any]:
        reactWithin(300.millis):
          case TIMEOUT => said += "timeout"; stop
          case "first" =>
            said += "first"
            react { case other => said += s"$other"; stop }
      sim.advance(20.millis)
      ref ! "first"
      sim.advance(1.hour)
      ref ! "last"
      sim.runUntilIdle()
      assertEquals(said.toList, List("first", "last"))

  test("a child that waits for its restart twice, for its own end and for another's, is restarted once"):
    val _ = Simulation.explore(runs): sim =>
      val said = new Said
      val children = List("a", "b").map: name =>
        Child[String](name):
          said += s"$name starts"
          react { case _ => throw IllegalStateException("fail") }
      val backoff = Backoff(500.millis, 500.millis, 0)
      val policy = Supervision(Strategy.RestForOne, Intensity(1000, 1.hour), backoff)
      val supervisor = supervise(policy)(children*)
      sim.advance(1.milli)
      children.reverse.foreach: child =>
        child.ref ! "fail"
        sim.advance(100.millis)
      assertEquals(said.toList, List("a starts", "b starts"))
      sim.runUntilIdle()
      assertEquals(said.drop(2).sorted.toList, List("a starts", "b starts"))
      assertEquals(sim.await(supervisor.children), List(ChildInfo("a", 1), ChildInfo("b", 1)))

  test("kills and exits change nothing for a child that waits for its restart"):
    for kind <- 0 to 1 do
      val _ = Simulation.explore(runs): sim =>
        val said = new Said
        val child = talkers(said)(kind)
        // a second end would be one too many
        val policy =
          Supervision(intensity = Intensity(1, 1.hour), backoff = Backoff(500.millis, 500.millis, 0))
        val supervisor = supervise(policy)(child)
        sim.advance(1.milli)
        child.ref ! "fail"
        sim.advance(100.millis)
        child.ref.kill()
        child.ref.exit(ExitReason.Because("again"))
        sim.advance(100.millis)
        assertEquals(said.toList, List("starts"))
        sim.runUntilIdle()
        child.ref ! "hello"
        sim.runUntilIdle()
        assertEquals(said.toList, List("starts", "starts", "hello"))
        assertEquals(sim.await(supervisor.children), List(ChildInfo(child.name, 1)))

  test("a time limit of the life before does not end a child that waits for its restart"):
    val _ = Simulation.explore(runs): sim =>
      val said = new Said
      val child = Child[String]("child"):
        said += "starts"
        reactWithin(200.millis) { case TIMEOUT => said += "timeout"; stop }
      val policy = Supervision(intensity = Intensity(1, 1.hour), backoff = Backoff(400.millis, 400.millis, 0))
      val _ = supervise(policy)(child)
      sim.advance(50.millis)
      child.ref.exit(ExitReason.Because("enough"))
      // past the limit, and before the restart
      sim.advance(300.millis)
      assertEquals(said.toList, List("starts"))
      sim.advance(150.millis)
      assertEquals(said.toList, List("starts", "starts"))
end VirtualTimeSuite
