package eddy.actor
package supervision

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** Children that are the same values in each life of their supervisor. */
class RepeatedChildSuite extends ActorFixture:
  private val patient = Supervision(intensity = Intensity(100, 1.hour))
  private val strict = Supervision(intensity = Intensity(0, 1.hour))

  /** Reports each start and each message, and fails on demand. */
  private def talker(name: String, said: Probe[String], restart: Restart = Restart.Permanent): Child[String] =
    Child[String](name, ChildOptions(restart)):
      said.ref ! s"$name starts"
      loop(react {
        case "fail" => throw IllegalStateException("fail"); case "stop" => stop;
        case text => said.ref ! s"$name got $text"; done
      })

  private def threaded(name: String, said: Probe[String]): Child[String] = Child.thread[String](name):
    said.ref ! s"$name starts"
    while true do
      receive {
        case "fail" => throw IllegalStateException("fail"); case text => said.ref ! s"$name got $text"
      }

  private def bounded(name: String, said: Probe[String]): Child[String] =
    Child[String](name, ChildOptions(mailbox = MailboxPolicy.Bounded(100, Overflow.Refuse))):
      said.ref ! s"$name starts"
      loop(react {
        case "fail" => throw IllegalStateException("fail"); case text => said.ref ! s"$name got $text"; done
      })

  private val kinds = List[(String, (String, Probe[String]) => Child[String])](
    "reacting" -> (talker(_, _)),
    "with a thread" -> threaded,
    "bounded" -> bounded
  )

  /** What ends one life of a supervisor under another. */
  private val ends = List[(String, (Child[?], Child[String], Child[String]) => Unit)](
    "gives up" -> ((_, leaf, _) => leaf.ref ! "fail"),
    "is killed" -> ((inner, _, _) => inner.ref.kill()),
    "is asked to end" -> ((inner, _, _) => inner.ref.exit(ExitReason.Because("enough"))),
    "is restarted with its group" -> ((_, _, sibling) => sibling.ref ! "fail")
  )

  for (kind, make) <- kinds; (how, end) <- ends; levels <- List(1, 2) do
    test(s"a child, $kind, of a supervisor $levels under another is started again when that $how"):
      val said = new Probe[String]
      val leaf = make("leaf", said)
      val sibling = talker("sibling", new Probe)
      val inmost = Supervisor.child("inmost", strict)(List(leaf))
      val inner = if levels == 1 then inmost else Supervisor.child("inner", strict)(List(inmost))
      val outer = supervise(patient.copy(strategy = Strategy.AllForOne))(sibling, inner)
      assertEquals(said.next(), "leaf starts")
      for round <- 1 to 5 do
        end(inner, leaf, sibling)
        assertEquals(said.next(), "leaf starts")
        leaf.ref ! s"$round"
        assertEquals(said.next(), s"leaf got $round")
      val ended = new Probe[ExitReason]
      watch(leaf.ref, ended)
      await(outer.shutdown()): Unit
      assert(!leaf.ref.isAlive)
      assertEquals(ended.next(), ExitReason.Shutdown)

  test("what such a child is sent between two lives of its supervisor waits"):
    val said = new Probe[String]
    val leaf = talker("leaf", said)
    val inner = Supervisor.child("inner", strict)(List(leaf))
    val outer = supervise(patient.copy(backoff = Backoff(50.millis, 50.millis, 0)))(inner)
    assertEquals(said.next(), "leaf starts")
    inner.ref.kill()
    settleSuspended(inner)
    leaf.ref ! "meanwhile"
    assertEquals(said.next(2), List("leaf starts", "leaf got meanwhile"))
    await(outer.shutdown()): Unit

  test("of such children those are started again that the next life still has; others end"):
    val said = new Probe[String]
    val (stays, goes) = (talker("stays", said), talker("goes", said))
    var lives = 0
    val inner = Supervisor.child("inner", strict):
      lives += 1
      if lives == 1 then List(stays, goes) else List(stays)
    val outer = supervise(patient)(inner)
    assertEquals(said.next(2), List("stays starts", "goes starts"))
    val ended = new Probe[ExitReason]
    watch(goes.ref, ended)
    inner.ref.kill()
    assertEquals(said.next(), "stays starts")
    assertEquals(ended.next(), ExitReason.Shutdown)
    assert(!goes.ref.isAlive && stays.ref.isAlive)
    await(outer.shutdown()): Unit

  test("one that was dismissed is not taken on again, though it has not come out of its reaction yet"):
    val said = new Probe[String]
    val stays = talker("stays", said)
    val gate = new CountDownLatch(1)
    val goes = Child[String]("goes", ChildOptions(startTimeout = 1.hour)):
      said.ref ! "goes starts"
      react { case _ => said.ref ! "goes is busy"; gate.await(); stop }
    var lives = 0
    val inner = Supervisor.child("inner", strict):
      lives += 1
      if lives == 2 then List(stays) else List(goes, stays)
    val outer = supervise(patient)(inner)
    assertEquals(said.next(2), List("goes starts", "stays starts"))
    goes.ref ! "work"
    assertEquals(said.next(), "goes is busy")
    inner.ref.kill()
    assertEquals(said.next(), "stays starts")
    val lines = logged:
      inner.ref.kill()
      assertEquals(said.next(), "stays starts")
    assert(lines.exists(_.contains("does not start again goes")), lines.toString)
    val ended = endOf(goes.ref, gate.countDown())
    assertEquals(ended, ExitReason.Shutdown)
    await(outer.shutdown()): Unit

  test("one that has ended for good is not started again with its supervisor, and the log says so"):
    val said = new Probe[String]
    val (leaf, passing) = (talker("leaf", said), talker("passing", said, Restart.Temporary))
    val inner = Supervisor.child("inner", strict)(List(leaf, passing))
    val outer = supervise(patient)(inner)
    assertEquals(said.next(2), List("leaf starts", "passing starts"))
    val _ = endOf(passing.ref, passing.ref ! "stop")
    val lines = logged:
      inner.ref.kill()
      assertEquals(said.next(), "leaf starts")
    assert(lines.exists(_.contains("does not start again passing")), lines.toString)
    await(outer.shutdown()): Unit

  test("they end when the outer supervisor gives up, is killed, or removes theirs"):
    val ends = List[(Supervisor, Child[String]) => Unit](
      (outer, _) => outer.ref.kill(),
      (outer, _) => await(outer.remove("inner")): Unit,
      (_, sibling) => sibling.ref ! "fail"
    )
    for end <- ends do
      val said = new Probe[String]
      val (leaf, sibling) = (talker("leaf", said), talker("sibling", new Probe))
      val outer = supervise(strict)(sibling, Supervisor.child("inner", strict)(List(leaf)))
      assertEquals(said.next(), "leaf starts")
      val ended = new Probe[ExitReason]
      watch(leaf.ref, ended)
      end(outer, sibling)
      assertEquals(ended.next(), ExitReason.Shutdown)
      await(outer.shutdown()): Unit

  for (how, start) <- List[(String, Child[?] => Actor[String] ?=> Any)](
      "superviseLinked" -> (child => superviseLinked()(child)),
      "supervise" -> (child => supervise()(child))
    )
  do
    test(s"$how in a body that is run again at a restart refuses a child that was made elsewhere, at once"):
      val leaf = talker("leaf", new Probe)
      val maker = Child[String]("maker"):
        val _ = start(leaf)
        react { case "stop" => stop }
      val outer = supervise(strict)(maker)
      val ended = new Probe[ExitReason]
      watch(outer.ref, ended)
      assert(ended.next() != ExitReason.Normal)
      assert(
        reported.exists(_.startsWith("the child \"leaf\" was made outside of actor \"maker\"")),
        reported.toString
      )

  test("superviseLinked in such a body takes children that the body makes, life by life"):
    val said = new Probe[String]
    val maker = Child[String]("maker"):
      val _ = superviseLinked()(talker("leaf", said))
      react { case _ => throw IllegalStateException("fail") }
    val outer = supervise(patient)(maker)
    for _ <- 1 to 3 do
      assertEquals(said.next(), "leaf starts")
      maker.ref ! "fail"
    assertEquals(said.next(), "leaf starts")
    await(outer.shutdown()): Unit

  test("a list of children, or some of them, are supervised in the usual way"):
    val said = new Probe[String]
    def two = List(talker("one", said), talker("two", said))
    val both = List(ChildInfo("one", 0), ChildInfo("two", 0))
    val supervisors = List(supervise(two), supervise(talker("one", said), talker("two", said)))
    for supervisor <- supervisors do assertEquals(await(supervisor.children), both)
    supervisors.foreach(supervisor => await(supervisor.shutdown()))
    val made = new Probe[Supervisor]
    val boss = actor[Unit] { made.ref ! superviseLinked(two); react { case () => stop } }
    assertEquals(await(made.next().children), both)
    boss.kill()
end RepeatedChildSuite
