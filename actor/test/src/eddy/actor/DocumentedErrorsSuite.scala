package eddy.actor

import java.nio.file.{Files, Path}
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}
import java.util.logging.{Handler, Level, LogRecord, Logger}
import scala.compiletime.testing.typeCheckErrors
import scala.concurrent.Await
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.reflect.ClassTag

/** docs/errors.md shows what really comes. */
class DocumentedErrorsSuite extends ActorFixture:
  private lazy val page =
    Files.readString(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "errors.md")).nn.replace("\\|", "|").nn

  private def shown(message: String | Null, after: String = ""): Unit =
    val plain = String.valueOf(message).stripPrefix("requirement failed: ")
      .replaceAll("actor [0-9a-f]+\\b", "actor \"till\"").nn.replaceAll("\\s+", " ").nn
    assert(page.contains(s"$after`$plain`"), s"docs/errors.md does not show $after$plain")

  private def throws[T <: Throwable](body: => Any)(using expected: ClassTag[T]): Unit =
    shown(intercept[T](body).getMessage, s"`${expected.runtimeClass.getSimpleName}`: ")

  /** Of an actor that `body` ends. */
  private def fails[T <: Throwable: ClassTag](body: Actor[String] ?=> Behavior[String]): Unit =
    val till = actor.named[String]("till")(react { case _ => body })
    val ended = new Probe[ExitReason]
    watch(till, ended)
    till ! "begin"
    ended.next() match
      case ExitReason.Failed(cause) => throws[T](throw cause)
      case other => fail(s"ended with $other")

  test("what the compiler says"):
    def says(errors: List[scala.compiletime.testing.Error]): Unit = shown(errors.head.message)
    says(typeCheckErrors("react[Int] { case 1 => stop }"))
    says(typeCheckErrors("react { case 1 => stop }"))
    says(typeCheckErrors("val ref: ActorRef[Int] = self"))
    val other = typeCheckErrors("def f(peer: ActorRef[ActorRef[String]]) = actor[Int] { peer ! self; stop }")
    assertEquals(other.size, 1)
    says(other)
    says(typeCheckErrors("actor[Int] { react[String] { case \"1\" => stop } }"))
    says(typeCheckErrors("supervise()(List(Child[Int](\"till\")(stop)))"))
    says(typeCheckErrors("link(system.whereIs[Int](\"till\").get)"))
    says(typeCheckErrors("trapExit(_ => 1)"))
    says(typeCheckErrors("reply(1)"))
    says(typeCheckErrors("actor[Int] { react { case 1 => println() } }"))
    says(typeCheckErrors("actor[Int] { val n = receive { case n => n }; stop }"))
    says(typeCheckErrors("actor[Int] { loop(react { case 1 => receive { case 2 => () }; done }) }"))
    says(typeCheckErrors("receiveWithin(1.second) { case 1 => () }"))
    says(typeCheckErrors("exitWith(ExitReason.Killed)"))
    says(typeCheckErrors("threadActor[Int] { stop }"))
    says(typeCheckErrors("actor[Int](stop) ! \"text\""))
    val value = typeCheckErrors("actor[Int](react { case 1 => 3 })").head.message
    assert(value.contains("Required: eddy.actor.Behavior[Int]"), value)

  private def noKeys = Overflow.KeepLatest[Any](message => throw IllegalStateException(s"no key: $message"))

  /** Its mailbox holds one message, and is full until `test` returns. */
  private def whileFull(test: ActorRef[String] => Unit): Unit =
    val gate = new CountDownLatch(1)
    val full = actor.bounded[String](1, Overflow.Refuse) { gate.await(); stop }
    full ! "one"
    try test(full)
    finally gate.countDown()

  test("errors of sending"):
    val lines = new LinkedBlockingQueue[String]()
    val handler = new Handler:
      def publish(line: LogRecord | Null): Unit = lines.add(line.nn.getMessage): Unit
      def flush(): Unit = ()
      def close(): Unit = ()
    val logger = Logger.getLogger("eddy.actor").nn
    logger.setLevel(Level.FINE)
    logger.addHandler(handler)
    def logged(): Unit = shown(awaitNext(lines), "Logged: ")
    try
      val till = actor.named[String]("till")(stop)
      val _ = endOf(till)
      till ! "late"
      logged()
      assertEquals(till.trySend("late"), Delivery.Terminated)
      whileFull: full =>
        full ! "too much"
        logged()
        assertEquals(full.trySend("too much"), Delivery.Full)
      val short = eddy.runtime.Engine.start(eddy.runtime.EngineConfig(workers = 1))
      val idle = actor.named[String]("till")(react { case _ => stop })(using new ActorSystem(short))
      val _ = await(short.shutdown(2.minutes))
      idle ! "late"
      logged()
      val keyless = actor.bounded[String](1, noKeys)(react { case "never" => stop })
      keyless ! "no key"
      logged()
      assertEquals(keyless.trySend("no key"), Delivery.Dropped)
      throws[NullPointerException](till ! null.asInstanceOf[String])
      fails[NullPointerException] { self.sendFrom(null.asInstanceOf[String]); stop }
    finally
      logger.removeHandler(handler)
      logger.setLevel(null)
    end try

  test("errors of asking"):
    def asked(ref: ActorRef[String], within: FiniteDuration = 1.hour) =
      await(ref.ask[Int](within)(_ => "how much?"))
    throws[AskTimeoutException](asked(actor.named[String]("till")(react { case "?" => stop }), 10.millis))
    val till = actor.named[String]("till")(stop)
    val _ = endOf(till)
    throws[UnansweredException](asked(till))
    whileFull: full =>
      throws[UnansweredException](asked(full))
      assertEquals(intercept[UnansweredException](asked(full)).reason, DeadLetter.Reason.Overflow)
    val keyless = actor.bounded[ActorRef[Int]](1, noKeys)(react { case to if !to.isAlive => stop })
    throws[UnansweredException](await(keyless.ask[Int](2.minutes)(identity)))
    val gate = new CountDownLatch(1)
    val latest = actor.named[ActorRef[Int]]("till").bounded(1, Overflow.KeepLatest(_ => "one key")):
      gate.await()
      react { case _ => throw IllegalStateException("no price") }
    val questions = List.fill(2)(latest.ask[Int](2.minutes)(identity))
    throws[UnansweredException](await(questions.head))
    gate.countDown()
    throws[AskedFailedException](await(questions.last))
    fails[AskCycleException] { self.askAndWait[Int](1.hour)(_ => "how much?"): Unit; stop }
    shown(
      intercept[IllegalArgumentException](till.ask[Int](0.seconds)(_ => "?")).getMessage,
      "`IllegalArgumentException`, thrown to the asker: "
    )
    val short = eddy.runtime.Engine.start(eddy.runtime.EngineConfig(name = "short", workers = 1))
    val world = new ActorSystem(short)
    val idle = actor.named[String]("till")(react { case _ => stop })(using world)
    val _ = await(short.shutdown(2.minutes))
    throws[EngineShutDownException](await(idle.ask[Int](1.hour)(_ => "?")))
    val bank = actor.named[String]("bank")(stop)
    shown(List(bank, till, bank).mkString(" -> "))

  test("errors of wrong names, links and systems"):
    val till = actor.named[String]("till")(react { case _ => stop })
    system.register("cash", till)
    throws[NameTakenException](system.register("cash", actor[Int](react { case _ => stop })))
    throws[IllegalArgumentException](system.register("", till))
    throws[IllegalArgumentException](actor.named[Int](""))
    throws[IllegalArgumentException](Child[Int]("")(stop))
    throws[IllegalArgumentException](actor.bounded[Int](0, Overflow.Refuse))
    throws[IllegalArgumentException](actor.bounded[Int](1, Overflow.SlowSender(0.seconds)))
    throws[IllegalArgumentException](system.group[Int](""))
    throws[IllegalStateException](system.actors)
    val child = Child[Int]("till")(stop)
    val supervisor = supervise()(child)
    throws[IllegalArgumentException](supervise()(child))
    await(supervisor.shutdown()): Unit
    val short = eddy.runtime.Engine.start(eddy.runtime.EngineConfig(name = "short", workers = 1))
    val _ = await(short.shutdown(2.minutes))
    throws[IllegalStateException](actor.named[Int]("till")(stop)(using new ActorSystem(short)))
    System.setProperty("eddy.actor.inspect", "yes"): Unit
    try throws[IllegalArgumentException](new ActorSystem(engine))
    finally System.clearProperty("eddy.actor.inspect"): Unit
    val over = new ActorSystem(engine)
    val _ = await(over.shutdown())
    throws[IllegalStateException](actor.named[Int]("till")(stop)(using over))
    till ! "go"
    assertEndsWell(till)
    system.register("ended", till)
    assertEquals(system.whereIs("ended"), None)
    assert(!system.registered("ended"))
    fails[IllegalArgumentException] { link(self); stop }
    val exits = new Probe[Exit]
    val _ = actor[Exit]:
      trapExit(identity)
      link(till)
      react { case exit => exits.ref ! exit; stop }
    assertEquals(exits.next(), Exit(till, ExitReason.NoActor))

  test("errors of mistakes inside an actor"):
    fails[IllegalStateException](reactWithin(1.milli) { case "never" => stop })
    fails[IllegalStateException] { reply("to whom?"); stop }
    val seen = new Probe[Throwable]
    val _ = threadActor[String]:
      val helper = Thread(
        () =>
          try receive { case _ => () }
          catch case mistake: IllegalArgumentException => seen.ref ! mistake,
        "helper"
      )
      helper.start()
      helper.join()
    throws[IllegalArgumentException](throw seen.next())
    val began = new CountDownLatch(1)
    val stubborn = threadActor[String]:
      began.countDown()
      (1 to 2).foreach: _ =>
        try receive { case "never" => () }
        catch case _: Throwable => ()
    began.await()
    val ended = new Probe[ExitReason]
    watch(stubborn, ended)
    stubborn.kill()
    assertEquals(ended.next(), ExitReason.Killed)
    shown(reported.last, "`IllegalStateException`: ")
end DocumentedErrorsSuite
