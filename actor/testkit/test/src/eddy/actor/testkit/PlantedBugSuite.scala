package eddy.actor.testkit

import eddy.actor.*
import eddy.actor.testkit.internal.Order

import scala.concurrent.duration.DurationInt

/** Programs with a bug that only a rare order shows: it must be found, and come back with its seed; mended,
  * they pass.
  */
class PlantedBugSuite extends eddy.testing.PatientSuite:
  private type Scenario = Simulation => ActorSystem ?=> Any

  /** @param within so many seeds are enough */
  private def bug(name: String, within: Int, slowness: Double = 0)(scenario: Boolean => Scenario): Unit =
    test(s"$name: found, and replayed by its seed with the same trace"):
      val found =
        intercept[SimulationFailure](Simulation.explore(within, slowness = slowness)(scenario(false)))
      val again = intercept[SimulationFailure](Simulation.run(found.seed, slowness)(scenario(false)))
      assertEquals(again.trace, found.trace)
      assertEquals(again.getCause.nn.getMessage, found.getCause.nn.getMessage)
    test(s"$name: mended, it passes with all seeds"):
      val explored = Simulation.explore(200, slowness = slowness)(scenario(true))
      assert(explored.orders >= 10, explored.toString)

  private def once(name: String)(act: => Unit)(using ActorSystem): Unit =
    val _ = actor.named[Unit](name):
      act
      stop

  enum Account:
    case Get(to: ActorRef[Int])
    case Set(amount: Int)
    case Add(amount: Int)

  private def account(using ActorSystem): ActorRef[Account] = actor.named[Account]("account"):
    def holding(amount: Int): Behavior[Account] = react:
      case Account.Get(to) => to ! amount; holding(amount)
      case Account.Set(now) => holding(now)
      case Account.Add(more) => holding(amount + more)
    holding(0)

  bug("a lost update of two clerks that read, then write", within = 50): mended =>
    sim =>
      val shared = account
      (1 to 2).foreach: n =>
        actor.named[Int](s"clerk-$n"):
          if mended then
            shared ! Account.Add(1)
            stop
          else
            shared ! Account.Get(self)
            react { case amount => shared ! Account.Set(amount + 1); stop }
      sim.runUntilIdle()
      assertEquals(sim.await(shared.ask[Int](1.second)(Account.Get(_))), 2)

  final case class Query(number: Int, to: ActorRef[Answer])
  final case class Answer(number: Int)

  bug("a late answer taken for the answer of the next question", within = 500, slowness = 0.05): mended =>
    _ =>
      val server = actor.named[Query]("server")(loop(react { case Query(n, to) => to ! Answer(n); done }))
      actor.named[Answer]("client"):
        def asking(n: Int): Behavior[Answer] =
          if n > 3 then stop
          else
            server ! Query(n, self)
            reactWithin(1.second):
              case Answer(m) if !mended || m == n =>
                assertEquals(m, n)
                asking(n + 1)
              case TIMEOUT => asking(n + 1)
        asking(1)

  enum Store:
    case Put(value: String)
    case Get(to: ActorRef[Option[String]])
    case Corrupt

  bug("what a store held is gone when it was restarted between two messages", within = 50): mended =>
    _ =>
      val disk = actor.named[String | ActorRef[Option[String]]]("disk"):
        def holding(value: Option[String]): Behavior[String | ActorRef[Option[String]]] = react:
          case value: String => holding(Some(value))
          case to: ActorRef[Option[String] @unchecked] => to ! value; holding(value)
        holding(None)
      val store = Child[Store]("store"):
        def holding(value: Option[String]): Behavior[Store] = react:
          case Store.Put(now) =>
            if mended then disk ! now
            holding(Some(now))
          case Store.Get(to) =>
            if mended then disk ! to else to ! value
            holding(value)
          case Store.Corrupt => throw IllegalStateException("corrupt")
        holding(None)
      val _ = supervise()(store)
      val probe = TestProbe[Option[String]]()
      once("vandal")(store.ref ! Store.Corrupt)
      once("user"):
        store.ref ! Store.Put("precious")
        store.ref ! Store.Get(probe.ref)
      probe.expect(Some("precious"))

  enum Boss:
    case Ready, Fail
    case Ended(exit: Exit)

  bug("exits are trapped too late, so that the boss ends with its worker", within = 100): mended =>
    sim =>
      val boss = actor.named[Boss]("boss"):
        if mended then trapExit(Boss.Ended(_))
        val worker = actor.linked[Boss](react { case _ => throw IllegalStateException("failed") })
        val chief = self
        // a helper that says when to begin; the worker may hear of trouble earlier
        once("helper")(chief ! Boss.Ready)
        once("trouble")(worker ! Boss.Fail)
        react:
          case Boss.Ready =>
            trapExit(Boss.Ended(_))
            loop(react { case _ => done })
      sim.runUntilIdle()
      assert(boss.isAlive, "the boss has ended")

  bug("a boss that has done with its worker hears of its end all the same", within = 50): mended =>
    _ =>
      val worker = actor.named[Unit]("worker")(react { case () => exit(ExitReason.Because("tired")) })
      val boss = actor.named[Boss]("boss"):
        trapExit(Boss.Ended(_))
        link(worker)
        var free = false
        loop:
          react:
            case Boss.Ready =>
              if mended then unlink(worker)
              free = true
              done
            case Boss.Ended(_) => assert(!free, "told of an end that is none of its business"); done
            case Boss.Fail => done
      once("first")(worker ! ())
      once("second")(boss ! Boss.Ready)

  test("a message that must be late by thirty steps: priorities find it, uniform choice does not"):
    def late(make: java.util.SplittableRandom => Order): Int = (1 to 1000).count: seed =>
      val order = make(new java.util.SplittableRandom(seed.toLong))
      val (busy, other) = (new Object, new Object)
      (1 to 30).forall(_ => order.next(2)(i => if i == 0 then busy else other) == 0)
    assert(late(new Order.Uniform(_)) == 0)
    assert(late(new Order.Priorities(_)) > 100)
end PlantedBugSuite
