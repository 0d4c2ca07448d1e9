package eddy.actor
package supervision

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** Children that their supervisor does not come to start. */
class UnbegunChildSuite extends ActorFixture:
  private val bounded = ChildOptions[Int](mailbox = MailboxPolicy.Bounded(2, Overflow.Refuse))

  private def idle(name: String, options: ChildOptions[Int] = ChildOptions())(using ActorSystem): Child[Int] =
    Child[Int](name, options)(loop(react { case n if n < 0 => done }))

  /** Its first child does not come out of its body before [[gate]] opens. */
  private final class Starting:
    given world: ActorSystem = new ActorSystem(engine)
    private val letters = new ConcurrentLinkedQueue[DeadLetter]()
    world.onDeadLetter(letter => letters.add(letter): Unit)
    val entered, gate = new CountDownLatch(1)
    val first: Child[Int] = Child[Int]("first", ChildOptions(startTimeout = 1.hour)):
      entered.countDown()
      gate.await()
      react { case _ => stop }
    val rest: List[Child[Int]] =
      List(idle("reacting"), idle("bounded", bounded), Child.thread[Int]("thread")(receive { case _ => () }))
    val under: Child[?] = Supervisor.child("under")(List(idle("leaf")))
    val supervisor: Supervisor = supervise()((first :: rest) :+ under*)
    entered.await()
    private val told = (rest :+ under).map: child =>
      val ended = new Probe[ExitReason]
      watch(child.ref, ended)
      ended
    private val ends = List(first.ref, supervisor.ref).map: ref =>
      val ended = new Probe[ExitReason]
      watch(ref, ended)
      ended
    rest.foreach(_.ref ! 1)

    def assertAllEnd(): Unit =
      assertEquals(told.map(_.next()), List.fill(4)(ExitReason.Shutdown))
      gate.countDown()
      ends.foreach(_.next())
      rest.foreach(_.ref ! 2)
      val ended = DeadLetter.Reason.Terminated
      val lost = for ref <- rest.map(_.ref); n <- List(1, 2) yield DeadLetter(n, ref, ended)
      assertEquals(
        letters.asScala.toSet.filter(letter => rest.exists(_.ref eq letter.receiver)),
        lost.toSet[DeadLetter]
      )
      assertEquals((rest :+ first :+ under).filter(_.ref.isAlive).map(_.name), Nil)
      assertEquals(world.stats.live, 0L)
  end Starting

  test("they end with the supervisor that is killed before it starts them, and what they were sent is lost"):
    val starting = new Starting
    starting.supervisor.ref.kill()
    starting.assertAllEnd()

  test("they end when the system is shut down meanwhile"):
    val starting = new Starting
    val result = await(starting.world.shutdown(50.millis))
    assert(result.killed >= 1, result.toString)
    starting.assertAllEnd()

  test("a supervisor that is given one which has a supervisor refuses at once, and takes none of the others"):
    val (taken, free) = (idle("taken"), idle("free"))
    val one = supervise()(taken)
    val maker = new Probe[String]
    val refused = "the child \"taken\" has, or had, a supervisor already: make a child for each"
    assertEquals(intercept[IllegalArgumentException](supervise()(free, taken)).getMessage, refused)
    val _ = actor[Int]:
      try superviseLinked()(free, taken): Unit
      catch case refusal: IllegalArgumentException => maker.ref ! String.valueOf(refusal.getMessage)
      stop
    assertEquals(maker.next(), refused)
    val two = supervise()(free)
    assertEquals(
      intercept[IllegalArgumentException](await(two.add(taken))).getMessage,
      refused
    )
    assertEquals(await(two.children), List(ChildInfo("free", 0)))
    await(one.shutdown()): Unit
    // nor after its end
    assertEquals(intercept[IllegalArgumentException](supervise()(taken)).getMessage, refused)
    await(two.shutdown()): Unit

  test("a supervisor under another that makes no new children for its restart starts the same ones again"):
    val seen = new Probe[Int]
    val leaf = Child[Int]("leaf")(react {
      case n if n > 5 => throw IllegalStateException(s"no $n"); case n => seen.ref ! n; stop
    })
    val under = Supervisor.child("under", Supervision(intensity = Intensity(0, 1.hour)))(List(leaf))
    val outer = supervise(Supervision(intensity = Intensity(1, 1.hour)))(under)
    leaf.ref ! 7
    leaf.ref ! 3
    assertEquals(seen.next(), 3)
    assertEquals(reported.filter(_.contains("make a child for each")), Nil)
    await(outer.shutdown()): Unit
    assert(!leaf.ref.isAlive)
end UnbegunChildSuite
