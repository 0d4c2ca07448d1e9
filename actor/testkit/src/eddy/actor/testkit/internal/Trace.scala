package eddy.actor.testkit.internal

import eddy.actor.ActorView

import scala.collection.mutable

/** The trace of a run, a line for each step. It contains nothing that differs between two runs of a seed: no
  * addresses, no real time.
  */
private[testkit] final class Trace(time: VirtualTime):
  import Trace.*

  // guarded by this: a reporter may be called by any thread
  private val lines = mutable.ArrayDeque.empty[String]
  private var forgotten = 0L
  private var digest = 0L

  /** A step, or, with number 0, what belongs to the step before. */
  def add(step: Long, who: String, what: String): Unit = synchronized:
    val number = if step == 0 then "" else step.toString
    val line = f"$number%7s  ${seconds(time.nanos)}%10s  $who%-16s $what".stripTrailing.nn
    digest = digest * 0x5851f42d4c957f2dL + line.hashCode
    lines += line
    if lines.size > Kept then
      lines.removeHead(): Unit
      forgotten += 1

  /** Differs, as good as certainly, when the traces do. */
  def fingerprint: Long = synchronized(digest)

  def last(n: Int): String = synchronized:
    val shown = lines.takeRight(n)
    val missing = forgotten + lines.size - shown.size
    val head = if missing == 0 then Nil else List(s"        … $missing lines before")
    (head ++ shown).mkString("\n")

  def all: String = last(Kept)
end Trace

private[testkit] object Trace:
  private final val Kept = 20_000
  private final val Widest = 200

  def seconds(nanos: Long): String = f"+${nanos / 1_000_000 / 1000.0}%.3f s"

  /** An event of an actor, in words. */
  def event(event: AnyRef): String = ActorView.describe(event)(text)

  def who(actor: ActorView): String =
    val name = actor.name
    if name.headOption.exists(_.isDigit) then s"actor $name" else name

  /** As `toString`, but on one line, not too long, and without what is different in each run. */
  def text(value: Any): String =
    val plain =
      try String.valueOf(value).nn
      catch case failure: Exception => s"a ${value.getClass.getName} whose toString throws $failure"
    val short = if plain.length > Widest then plain.take(Widest) + "…" else plain
    val oneLine = if short.indexOf('\n') >= 0 then short.replace("\n", "\\n").nn else short
    if oneLine.indexOf("(request ") >= 0 then Request.replaceAllIn(oneLine, "(request ")
    else if oneLine.indexOf('@') < 0 && oneLine.indexOf("$Lambda") < 0 then oneLine
    else Lambda.replaceAllIn(Address.replaceAllIn(oneLine, "$1"), "a function")

  // of the number of a request, the part that stands for its process
  private val Request = "\\(request [^-)\\s]+-".r
  // what Object.toString says after the class's name
  private val Address = "([A-Za-z0-9_$])@[0-9a-f]{1,8}\\b".r
  private val Lambda = "[A-Za-z0-9_.$]*\\$\\$Lambda[/0-9a-fx$]*".r
end Trace
