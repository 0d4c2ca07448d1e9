package eddy.actor
package supervision

import scala.concurrent.duration.DurationInt

/** Supervisors that an actor has made, and how they end with it. */
class LinkedSupervisorSuite extends ActorFixture:
  private def child(name: String, said: Probe[String]): Child[Exit] = Child[Exit](name):
    trapExit(identity)
    said.ref ! s"$name starts"
    react { case Exit(_, reason) => said.ref ! s"$name ends: $reason"; stop }

  private val ends = List[(String, ActorRef[String] => Unit, ExitReason => Boolean)](
    ("ends normally", _ ! "stop", _ == ExitReason.Normal),
    ("ends for a reason", _ ! "exit", _ == ExitReason.Because("over")),
    ("fails", _ ! "fail", _.isInstanceOf[ExitReason.Failed]),
    ("is killed", _.kill(), _ == ExitReason.Killed)
  )

  for (how, end, isReason) <- ends do
    test(
      s"when the maker of a linked supervisor $how, the children end in reverse order, then the supervisor"
    ):
      val said = new Probe[String]
      val made = new Probe[Supervisor]
      val maker = actor[String]:
        made.ref ! superviseLinked()(child("a", said), child("b", said))
        react:
          case "exit" => exit(ExitReason.Because("over"))
          case "fail" => throw IllegalStateException("fail")
          case _ => stop
      assertEquals(said.next(2), List("a starts", "b starts"))
      val told = new Probe[ExitReason]
      watch(made.next().ref, told)
      end(maker)
      assertEquals(said.next(2), List("b ends: Shutdown", "a ends: Shutdown"))
      val reason = told.next()
      assert(isReason(reason), reason.toString)

  test("a supervisor that was made without a link stays when its maker ends"):
    val said = new Probe[String]
    val made = new Probe[Supervisor]
    val maker = actor[Unit]:
      made.ref ! supervise()(child("a", said))
      stop
    assertEquals(said.next(), "a starts")
    val supervisor = made.next()
    assertEndsWell(maker)
    assertEquals(await(supervisor.children), List(ChildInfo("a", 0)))
    await(supervisor.shutdown()): Unit

  test("a maker that is restarted makes a new supervisor; the old one ends"):
    val said = new Probe[String]
    val made = new Probe[Supervisor]
    val maker = Child[String]("maker"):
      made.ref ! superviseLinked()(child("a", said))
      react { case _ => throw IllegalStateException("fail") }
    val outer = supervise()(maker)
    assertEquals(said.next(), "a starts")
    val old = made.next()
    val told = new Probe[ExitReason]
    watch(old.ref, told)
    maker.ref ! "fail"
    assertEquals(said.next(2).toSet, Set("a ends: Shutdown", "a starts"))
    assert(told.next().isInstanceOf[ExitReason.Failed])
    assert(made.next().ref.isAlive)
    await(outer.shutdown()): Unit
    assertEquals(said.next(), "a ends: Shutdown")

  private def failing = Child[Unit]("failing")(react { case () => throw IllegalStateException("fail") })
  private def none = Supervision(intensity = Intensity(0, 1.hour))

  test("a linked supervisor that gives up ends its maker, or tells it"):
    val children = List.fill(2)(failing)
    val heard = new Probe[ExitReason]
    val ready = new Probe[Unit]
    val maker = actor[Unit]:
      val _ = superviseLinked(none)(children(0))
      ready.ref ! ()
      react { case () => stop }
    val trapping = actor[Exit]:
      trapExit(identity)
      val _ = superviseLinked(none)(children(1))
      ready.ref ! ()
      react { case Exit(_, reason) => heard.ref ! reason; stop }
    val told = new Probe[ExitReason]
    List(maker, trapping).foreach(watch(_, told))
    ready.next(2): Unit
    children(0).ref ! ()
    assert(told.next().toString.contains("GaveUpException"))
    children(1).ref ! ()
    assert(heard.next().toString.contains("GaveUpException"))
    assertEquals(told.next(), ExitReason.Normal)

  test("a linked supervisor that is shut down does not harm its maker"):
    val said = new Probe[String]
    val made = new Probe[Supervisor]
    val maker = actor[String]:
      made.ref ! superviseLinked()(child("a", said))
      react { case text => said.ref ! text; stop }
    assertEquals(said.next(), "a starts")
    await(made.next().shutdown()): Unit
    assertEquals(said.next(), "a ends: Shutdown")
    maker ! "alive"
    assertEquals(said.next(), "alive")

  test("a normal exit, or a linked actor that ends normally, does not end a supervisor; another reason does"):
    val said = new Probe[String]
    val supervisor = supervise()(child("a", said))
    assertEquals(said.next(), "a starts")
    supervisor.ref.exit(ExitReason.Normal)
    val linked = new Probe[ExitReason]
    val other = actor[Unit]:
      link(supervisor.ref)
      stop
    watch(other, linked)
    val _ = linked.next()
    assertEquals(await(supervisor.children), List(ChildInfo("a", 0)))
    val told = new Probe[ExitReason]
    watch(supervisor.ref, told)
    supervisor.ref.exit(ExitReason.Because("over"))
    assertEquals(said.next(), "a ends: Shutdown")
    assertEquals(told.next(), ExitReason.Because("over"))
end LinkedSupervisorSuite
