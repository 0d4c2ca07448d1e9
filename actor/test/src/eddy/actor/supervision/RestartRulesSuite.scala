package eddy.actor
package supervision

import eddy.testing.Eventually

import scala.concurrent.duration.{Duration, DurationInt}

/** Which ends are followed by a restart, of whom, when, and how often. */
class RestartRulesSuite extends SupervisorFixture:
  test("permanent children are restarted after any end, transient ones after failures, temporary ones never"):
    val said = new Probe[String]
    val permanent = talker("permanent", said)
    val transient = talker("transient", said, ChildOptions(Restart.Transient))
    val temporary = talker("temporary", said, ChildOptions(Restart.Temporary))
    val supervisor = supervise(patient)(permanent, transient, temporary)
    val _ = said.next(3)
    permanent.ref ! "end"
    assertEquals(said.next(), "permanent starts")
    transient.ref ! "fail"
    assertEquals(said.next(), "transient starts")
    val told = new Probe[ExitReason]
    watch(transient.ref, told)
    transient.ref ! "end"
    assertEquals(told.next(), ExitReason.Normal)
    watch(temporary.ref, told)
    temporary.ref ! "fail"
    assert(told.next() != ExitReason.Normal)
    assertEquals(await(supervisor.children), List(ChildInfo("permanent", 1)))
    await(supervisor.shutdown()): Unit

  private def restarts(strategy: Strategy): List[String] =
    val said = new Probe[String]
    val children = List("a", "b", "c").map(talker(_, said))
    val supervisor = supervise(patient.copy(strategy = strategy))(children*)
    val _ = said.next(3)
    children(1).ref ! "fail"
    // b is the first or the second to start again: its answer comes after all restarts were ordered
    def ask(): Unit = children.foreach(_.ref ! "?")
    Eventually.until("b has restarted")(await(supervisor.children).find(_._1 == "b").exists(_._2 == 1))
    ask()
    val result = Iterator.continually(said.next()).scanLeft(List.empty[String])((all, s) => s :: all)
      .find(_.count(_.contains("got")) == 3).get.filter(_.contains("starts")).map(_.take(1)).sorted
    await(supervisor.shutdown()): Unit
    result

  test("one-for-one restarts the one, rest-for-one also those after it, all-for-one all"):
    assertEquals(restarts(Strategy.OneForOne), List("b"))
    assertEquals(restarts(Strategy.RestForOne), List("b", "c"))
    assertEquals(restarts(Strategy.AllForOne), List("a", "b", "c"))

  test("too many restarts within the window end the supervisor and its children, and the failure says so"):
    val said = new Probe[String]
    val a = talker("a", said)
    val b = talker("b", said)
    val supervisor = supervise(Supervision(intensity = Intensity(2, 1.hour)))(a, b)
    val told = new Probe[ExitReason]
    watch(supervisor.ref, told)
    val gone = new Probe[ExitReason]
    List(a, b).foreach(child => watch(child.ref, gone))
    List("fail", "fail", "fail").foreach(a.ref ! _)
    told.next() match
      case ExitReason.Failed(cause: GaveUpException) =>
        assert(cause.getMessage.nn.contains("more than 2 restarts within 1 hour"), cause.getMessage)
      case other => fail(s"$other")
    assertEquals(gone.next(2), List(ExitReason.Shutdown, ExitReason.Shutdown))

  test("restarts outside the window are forgotten"):
    val said = new Probe[String]
    val a = talker("a", said)
    val supervisor = supervise(Supervision(intensity = Intensity(1, 20.millis)))(a)
    val _ = said.next()
    (1 to 4).foreach: _ =>
      a.ref ! "fail"
      assertEquals(said.next(), "a starts")
      val pause = new Probe[Unit]
      val _ = sendAfter(pause.ref, 40.millis, ())
      pause.next()
    await(supervisor.shutdown()): Unit

  test("a supervisor under a supervisor that gives up is restarted with new children"):
    val said = new Probe[String]
    val inner = new Probe[ActorRef[String]]
    val under = Supervisor.child("inner", Supervision(intensity = Intensity(0, 1.hour))):
      val child = talker("leaf", said)
      inner.ref ! child.ref
      List(child)
    val outer = supervise(patient)(under)
    assertEquals(said.next(), "leaf starts")
    val first = inner.next()
    first ! "fail"
    assertEquals(said.next(), "leaf starts")
    val second = inner.next()
    assert(!(first eq second))
    second ! "hello"
    assertEquals(said.next(), "leaf got hello")
    await(outer.shutdown()): Unit

  test("back-off waits before a restart, doubling up to its most, with jitter in its bounds"):
    val backoff = Backoff(10.millis, 80.millis, jitter = 0.5)
    (1 to 8).foreach: n =>
      val full = math.min(10_000_000L << (n - 1), 80_000_000L)
      (1 to 50).foreach: _ =>
        val nanos = backoff.delay(n, new java.util.Random).toNanos
        assert(nanos >= full / 2 && nanos <= math.min(full * 3 / 2, 80_000_000L), s"$n: $nanos")
    assertEquals(Backoff.none.delay(5, new java.util.Random), Duration.Zero)
    val said = new Probe[String]
    val a = talker("a", said)
    val supervisor = supervise(patient.copy(backoff = Backoff(60.millis, 60.millis, 0)))(a)
    val _ = said.next()
    val from = System.nanoTime()
    a.ref ! "fail"
    a.ref ! "kept"
    assertEquals(said.next(2), List("a starts", "a got kept"))
    assert(System.nanoTime() - from >= 60_000_000L)
    await(supervisor.shutdown()): Unit

  test("a transient child that is shut down is not restarted, a permanent one is, a temporary never"):
    val said = new Probe[String]
    for reason <- List(ExitReason.Shutdown, ExitReason.Killed, ExitReason.Because("over")) do
      val children = Restart.values.toList.map: restart =>
        Child[String](restart.toString, ChildOptions(restart)):
          said.ref ! s"$restart starts"
          loop(react { _ => done })
      val supervisor = supervise(patient)(children*)
      val _ = said.next(3)
      def end(at: Int) =
        if reason == ExitReason.Killed then children(at).ref.kill() else children(at).ref.exit(reason)
      end(Restart.Permanent.ordinal)
      assertEquals(said.next(), "Permanent starts")
      if reason == ExitReason.Shutdown then
        val told = new Probe[ExitReason]
        watch(children(Restart.Transient.ordinal).ref, told)
        end(Restart.Transient.ordinal)
        assertEquals(told.next(), ExitReason.Shutdown)
      else
        end(Restart.Transient.ordinal)
        assertEquals(said.next(), "Transient starts")
      val told = new Probe[ExitReason]
      watch(children(Restart.Temporary.ordinal).ref, told)
      end(Restart.Temporary.ordinal)
      assertEquals(told.next(), reason)
      assert(!await(supervisor.children).exists(_._1 == "Temporary"))
      await(supervisor.shutdown()): Unit
    end for

  test("a supervisor that gives up ends its children in reverse order"):
    val said = new Probe[String]
    val children = List("a", "b", "c").map: name =>
      Child[Any](name):
        trapExit(identity)
        said.ref ! s"$name starts"
        react:
          case "fail" => throw IllegalStateException("fail")
          case Exit(_, reason) => said.ref ! s"$name ends: $reason"; stop
    val _ = supervise(Supervision(intensity = Intensity(0, 1.hour)))(children*)
    assertEquals(said.next(3), List("a starts", "b starts", "c starts"))
    children(1).ref ! "fail"
    assertEquals(said.next(2), List("c ends: Shutdown", "a ends: Shutdown"))
end RestartRulesSuite
