package eddy.actor

import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

class ActorInfoSuite extends ActorFixture:
  private val inspected = new ActorSystem(engine, inspect = true)

  /** Of the caller. */
  private def lineNumber(): Int = new Throwable().getStackTrace.nn.apply(1).nn.getLineNumber

  private def infoOf(ref: ActorRef[?]): Option[ActorInfo] = inspected.actors.find(_.ref eq ref)

  test(
    "a live actor is listed with its messages, its links and the line where it waits; an ended one is not"
  ):
    given ActorSystem = inspected
    val other = actor.named[String]("other")(react { case "end" => stop })
    val line = new AtomicInteger()
    val ref = actor.named[Any]("waiting"):
      link(other)
      line.set(lineNumber() + 1)
      react { case "never sent" => stop }
    List(1, 2, 3).foreach(ref ! _)
    Eventually.until("three messages are saved, and the actor is idle"):
      infoOf(ref).exists(info => info.saved == 3 && info.state == ActorInfo.State.Idle)
    val info = infoOf(ref).get
    assertEquals(
      (info.name, info.state, info.backlog, info.links),
      ("waiting", ActorInfo.State.Idle, 0, List("other"))
    )
    assertEquals(info.waitsAt, s"ActorInfoSuite.scala:${line.get}")
    ref.kill()
    Eventually.until("both have terminated")(infoOf(ref).isEmpty && infoOf(other).isEmpty)

  test("an actor that is held up shows what waits behind it"):
    given ActorSystem = inspected
    val gate = new CountDownLatch(1)
    val ref = actor[Int](loop(react { _ =>
      gate.await(); done
    }))
    (1 to 10).foreach(ref ! _)
    Eventually.until("nine messages wait behind the one in hand"):
      infoOf(ref).exists(info => info.state == ActorInfo.State.Active && info.backlog + info.saved >= 9)
    gate.countDown()
    Eventually.until("all are handled"):
      infoOf(ref).exists(info => info.state == ActorInfo.State.Idle && info.backlog + info.saved == 0)
    ref.kill()

  test("the age of the oldest message grows until it is taken, whatever comes after it"):
    given ActorSystem = inspected
    val bounded = actor.bounded[Any](10, Overflow.Refuse)(loop(react { case "take" => done }))
    val reacting = actor[Any](loop(react { case "take" => done; case 1 => done }))
    val threaded = threadActor[Any](while true do receive { case "take" => () })
    for ref <- List(bounded, reacting, threaded) do
      // a message is not among the kept while a thread tries it
      def rests = infoOf(ref).exists(info => info.state == ActorInfo.State.Idle && info.saved == 1)
      ref ! "keep"
      Eventually.until("the message is kept")(rests)
      val first = infoOf(ref).get.oldest.get
      ref ! "take"
      Eventually.until("the message is kept")(rests)
      assert(infoOf(ref).get.oldest.get > first)
      ref.kill()
    val fresh = actor[Int](loop(react { _ => done }))
    fresh ! 1
    Eventually.until("the actor is idle")(infoOf(fresh).exists(_.state == ActorInfo.State.Idle))
    assertEquals(infoOf(fresh).get.oldest, None)
    fresh.kill()

  test("messages that wait in a bounded mailbox have an age before any behavior has looked at them"):
    given ActorSystem = inspected
    val gate = new CountDownLatch(1)
    val ref = actor.bounded[Int](10, Overflow.Refuse):
      gate.await()
      react { _ => stop }
    ref ! 1
    val info = infoOf(ref).get
    assert(info.oldest.nonEmpty)
    assertEquals((info.backlog, info.saved), (1, 0))
    gate.countDown()
    Eventually.until("the actor has terminated")(infoOf(ref).isEmpty)

  test("the age of a message in hand shows a reaction that does not end"):
    given ActorSystem = inspected
    val gate = new CountDownLatch(1)
    val ref = actor[Int](react { _ =>
      gate.await(); stop
    })
    ref ! 1
    Eventually.until("the message in hand is 20 ms old")(infoOf(ref).exists(_.oldest.exists(_ >= 20.millis)))
    gate.countDown()
    Eventually.until("the actor has terminated")(infoOf(ref).isEmpty)

  test("a child shows its supervisor, and senders are known as in any system"):
    given ActorSystem = inspected
    val answers = new Probe[Any]
    val child = Child[Any]("child")(loop(react { case n => reply(n); done }))
    val supervisor = supervise()(child)
    Eventually.until("the supervisor is known")(infoOf(child.ref).exists(_.supervisor.contains("supervisor")))
    val asker = actor[Any]:
      child.ref.sendFrom(42)
      react { case n => answers.ref ! n; stop }
    assertEquals(answers.next(), 42)
    assertEndsWell(asker)
    supervisor.ref.exit(ExitReason.Shutdown)

  test("an actor that waits for an answer shows whose"):
    given ActorSystem = inspected
    val gate = new CountDownLatch(1)
    val slow = actor[ActorRef[Int]](react { case to => gate.await(); to ! 1; stop })
    val asker = threadActor[Unit] { val _ = slow.askAndWait[Int](2.minutes)(identity) }
    Eventually.until("it waits for the answer")(infoOf(asker).exists(_.waitsFor.exists(_ eq slow)))
    gate.countDown()
    Eventually.until("it has terminated")(infoOf(asker).isEmpty)

  test("a thread actor shows the line of the receive it waits in"):
    given ActorSystem = inspected
    val line = new AtomicInteger()
    val ref = threadActor[Int]:
      line.set(lineNumber() + 1)
      receive { case n => n }: Unit
    Eventually.until("it waits at its receive"):
      infoOf(ref).exists(_.waitsAt == s"ActorInfoSuite.scala:${line.get}")
    ref ! 1

  test("the table has a line for each, those with most waiting first"):
    given ActorSystem = inspected
    val few = actor.named[Int]("few")(react { case -1 => stop })
    val many = actor.named[Int]("many")(react { case -1 => stop })
    few ! 1
    (1 to 5).foreach(many ! _)
    Eventually.until("all messages are kept"):
      infoOf(many).exists(_.saved == 5) && infoOf(few).exists(_.saved == 1)
    val lines =
      ActorInfo.table(inspected.actors.filter(info => Set("few", "many")(info.name))).linesIterator.toList
    assertEquals(lines.map(_.takeWhile(_ != ' ')), List("actor", "many", "few"))
    List(few, many).foreach(_ ! -1)

  test("the table shows what bounded mailboxes have counted, and that others have none"):
    given ActorSystem = inspected
    val bounded = actor.named[Int]("full").bounded(2, Overflow.DropOldest)(react { case -1 => stop })
    val calm = threadActor.named[Int]("calm").bounded(2, Overflow.Refuse)(receive { case -1 => () })
    val plain = actor.named[Int]("plain")(react { case -1 => stop })
    (1 to 5).foreach(bounded ! _)
    Eventually.until("the mailbox is full, and the actor is idle"):
      infoOf(bounded).exists(info => info.saved == 2 && info.state == ActorInfo.State.Idle)
    assertEquals(infoOf(bounded).get.mailbox, Some(MailboxStats(2, 0, 3, 0, 0)))
    assertEquals(infoOf(plain).get.mailbox, None)
    val lines = ActorInfo.table(inspected.actors).linesIterator.toList
    val column = lines.head.indexOf("overflow")
    def overflow(name: String) = lines.find(_.startsWith(name)).get.drop(column).takeWhile(_ != 'A').trim
    assertEquals(List("full", "calm", "plain").map(overflow), List("dropped 3", "none", ""))
    List(bounded, calm, plain).foreach(_ ! -1)

  test("a system that keeps no list says how to have one"):
    val refusal = intercept[IllegalStateException](system.actors)
    assert(refusal.getMessage.nn.contains("inspect = true"))

  test("an actor without a name is shown by its number, and waits at the line of its first case"):
    given ActorSystem = inspected
    val line = new AtomicInteger()
    val ref = actor[Int]:
      line.set(lineNumber() + 2)
      react:
        case 1 =>
          stop
        case 2 =>
          stop
    Eventually.until("it waits at its react"):
      infoOf(ref).exists(_.waitsAt == s"ActorInfoSuite.scala:${line.get}")
    assertEquals(infoOf(ref).get.name, Integer.toHexString(System.identityHashCode(ref)))
    ref ! 1

  test("a child that waits for its restart is shown as suspended"):
    given ActorSystem = inspected
    val child = Child[Int]("child")(react { case _ => throw IllegalStateException("fail") })
    val supervisor = supervise(Supervision(backoff = Backoff(1.hour, 1.hour)))(child)
    child.ref ! 1
    Eventually.until("the child is suspended")(infoOf(child.ref).exists(_.state == ActorInfo.State.Suspended))
    supervisor.ref.exit(ExitReason.Shutdown)

  test("a thread actor that does something else waits nowhere"):
    given ActorSystem = inspected
    val gate = new CountDownLatch(1)
    val busy = new CountDownLatch(1)
    val ref = threadActor[Int]:
      receive { case 1 => () }
      busy.countDown()
      gate.await()
    Eventually.until("it waits at its receive")(infoOf(ref).exists(_.waitsAt.nonEmpty))
    ref ! 1
    busy.await()
    assertEquals(infoOf(ref).map(info => (info.waitsAt, info.state)), Some(("", ActorInfo.State.Active)))
    gate.countDown()

  test("the table has a column for each thing, in line, with equals sorted by name"):
    val ref = new DyingRef[Int]:
      override def toString = "actor \"till\""
    def info(name: String, backlog: Int, kept: Int) =
      ActorInfo(ref, name, ActorInfo.State.Idle, backlog, kept, None, "", Nil, None, None, None)
    val full = ActorInfo(
      ref,
      "cook",
      ActorInfo.State.Active,
      3,
      4,
      Some(1250.millis),
      "Kitchen.scala:12",
      List("till", "door"),
      Some("head"),
      Some(ref),
      Some(MailboxStats(7, 2, 0, 0, 1))
    )
    val table =
      ActorInfo.table(List(info("z", 0, 1), info("b", 1, 0), info("saved", 0, 8), full, info("sent", 9, 0)))
    assertEquals(
      table,
      """|actor  state   backlog  saved  oldest   overflow             waits at          links      supervisor  waits for
         |sent   idle    9        0
         |saved  idle    0        8
         |cook   active  3        4      1.250 s  refused 2, slowed 1  Kitchen.scala:12  till door  head        actor "till"
         |b      idle    1        0
         |z      idle    0        1
         |""".stripMargin
    )

  test("an actor is on the list as long as it lives and not longer, whatever it is and however it ends"):
    given fresh: ActorSystem = new ActorSystem(engine, inspect = true)
    def starts: List[ActorRef[Int]] = List(
      actor[Int](react { case 1 => stop }),
      actor.bounded[Int](3, Overflow.Refuse)(react { case 1 => stop }),
      threadActor[Int](receive { case 1 => () }),
      actor[Int](react { case 1 => throw IllegalStateException("fail") })
    )
    for end <- List[ActorRef[Int] => Unit](_ ! 1, _.kill(), _.exit(ExitReason.Shutdown)) do
      val all = starts
      assertEquals(fresh.actors.map(_.ref).toSet, all.toSet[ActorRef[?]])
      // not only not shown: not held
      assertEquals(fresh.listed, 4)
      all.foreach(end)
      Eventually.until("none is listed", s"${fresh.listed} are held")(fresh.listed == 0)

  test("the system property eddy.actor.inspect decides where the program does not"):
    def under(value: String)(look: => Unit): Unit =
      System.setProperty("eddy.actor.inspect", value): Unit
      try look
      finally System.clearProperty("eddy.actor.inspect"): Unit
    under("true"):
      assertEquals(new ActorSystem(engine).actors, Vector.empty)
      intercept[IllegalStateException](new ActorSystem(engine, inspect = false).actors): Unit
    under("false")(intercept[IllegalStateException](new ActorSystem(engine).actors): Unit)
    under("yes"):
      val refusal = intercept[IllegalArgumentException](new ActorSystem(engine))
      assertEquals(refusal.getMessage, "system property eddy.actor.inspect = \"yes\": must be true or false")
    intercept[IllegalStateException](new ActorSystem(engine).actors): Unit
end ActorInfoSuite
