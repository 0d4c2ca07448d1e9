package eddy.actor.testkit

import eddy.actor.*
import eddy.actor.testkit.internal.Inbox

import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** An actor that a test reads: it keeps the messages it receives, in order, until the test expects them.
  *
  * Give its [[ref]] to the actors under test. In a [[Simulation]] expectations drive the simulated world and
  * their time is that world's; elsewhere they wait in real time. For one thread, the test's.
  *
  * @param patience how long an expectation waits if it says nothing else
  */
final class TestProbe[M] private (val name: String, val patience: FiniteDuration, inbox: Inbox[M])(using
    system: ActorSystem
):
  private val watched = mutable.Map.empty[ActorRef[?], Inbox[ExitReason]]
  private var deadline = Option.empty[Long]
  private var sender = Option.empty[ActorRef[Nothing]]

  /** Where to send what the test expects. */
  val ref: ActorRef[M] = actor.named[M](name):
    loop:
      react: message =>
        inbox.put(message, Option(ActorView.sender))
        done

  /** The next message; it must be this one. */
  def expect(message: M, timeout: FiniteDuration = patience): Unit =
    val came = next(s"expected $message", timeout)
    if came != message then throw wrong(s"expected $message, but $came came")

  /** The next message; `value` must be defined for it, and makes the result of it. */
  def expectMatch[A](value: PartialFunction[M, A]): A =
    val came = next("expected a message that matches", patience)
    value.applyOrElse(came, _ => throw wrong(s"expected a message that matches, but $came came"))

  /** The next messages; they must be these, in any order. */
  def expectAll(messages: M*): Unit =
    var missing = messages.toList
    while missing.nonEmpty do
      val came = next(s"expected, in any order, ${missing.mkString(", ")}", patience)
      if !missing.contains(came) then
        throw wrong(s"expected, in any order, ${missing.mkString(", ")}, but $came came")
      missing = missing.diff(List(came))

  /** The first message for which `value` is defined; those before it are passed over. */
  def fishFor[A](value: PartialFunction[M, A]): A =
    within(patience):
      var found = Option.empty[A]
      while found.isEmpty do found = value.lift(next("expected a message that matches", patience))
      found.get

  /** The next message, whatever it is. */
  def receive(): M = next("expected a message", patience)

  /** The next `n` messages. */
  def receiveN(n: Int): List[M] = List.tabulate(n)(i => next(s"expected $n messages, $i came", patience))

  /** Expects no message for that long. */
  def expectNone(during: FiniteDuration): Unit =
    inbox.poll(system.engine.nanoTime + during.toNanos).foreach: came =>
      throw wrong(s"expected no message for $during, but ${came.message} came")

  /** Expects `other` to end within the time, and returns the reason; `NoActor` when it had ended before the
    * probe came to [[watch]] it.
    */
  def expectEnd(other: ActorRef[?], timeout: FiniteDuration = patience): ExitReason =
    watch(other)
    watched(other).poll(deadlineOf(timeout)) match
      case Some(reason) => reason.message
      case None => throw wrong(s"expected $other to end within $timeout")

  /** Remembers the end of `other` for [[expectEnd]]. */
  def watch(other: ActorRef[?]): Unit =
    if !watched.contains(other) then
      val end = new Inbox[ExitReason](system.engine)
      watched(other) = end
      other.addMonitor(new Monitor(other, reason => end.put(reason, None)))

  /** All expectations of `body` together take at most `timeout`. */
  def within[A](timeout: FiniteDuration)(body: => A): A =
    val outer = deadline
    val mine = system.engine.nanoTime + timeout.toNanos
    deadline = Some(outer.fold(mine)(before => if before - mine < 0 then before else mine))
    try body
    finally deadline = outer

  /** Answers the message that was last expected, if it was sent by `sendFrom` or `reply`. */
  def reply(answer: Any): Unit = sender match
    case Some(to) => ActorView.sendAs(ref, to.asInstanceOf[ActorRef[Any]], answer)
    case None =>
      throw wrong("the last message has no sender: it was sent by !, or none was expected yet")

  /** Messages that have come and that nothing has expected yet. */
  def waiting: List[M] = inbox.waiting.map(_.message)

  /** All that has come, oldest first: the last thousand. */
  def received: List[M] = inbox.history.map(_.message)

  private def deadlineOf(timeout: FiniteDuration): Long =
    val own = system.engine.nanoTime + timeout.toNanos
    deadline.fold(own)(outer => if outer - own < 0 then outer else own)

  private def next(expected: => String, timeout: FiniteDuration): M =
    inbox.poll(deadlineOf(timeout)) match
      case Some(came) =>
        sender = came.sender
        came.message
      case None =>
        val limits = if deadline.isEmpty then s"$timeout" else "the time for all that is expected here"
        throw wrong(s"$expected, but nothing came within $limits")

  private def wrong(what: String): AssertionError =
    val before = inbox.history
    val came =
      if before.isEmpty then "Nothing has come at all."
      else
        val waits = inbox.waiting.size
        val lines = before.takeRight(20).map(one => s"  ${one.at}  ${one.message}").mkString("\n")
        s"What came, oldest first, the last $waits not expected yet:\n$lines"
    val actors =
      if system.keepsList then s"Live actors:\n${ActorInfo.table(system.actors)}"
      else "To see here where the actors wait, make the system with inspect = true."
    AssertionError(s"probe \"$name\": $what\n$came\n$actors")
end TestProbe

object TestProbe:
  def apply[M](name: String = "probe", patience: FiniteDuration = 10.seconds)(using
      system: ActorSystem
  ): TestProbe[M] =
    new TestProbe[M](name, patience, new Inbox[M](system.engine))
