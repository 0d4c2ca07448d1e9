package crossings

import eddy.state.{AccessKind, SharedMap}

/** A handler that uses this object by a way through a library, or through a part of the language. */
final case class Crossing(
    name: String,
    what: AnyRef,
    handler: String => Unit,
    how: AccessKind = AccessKind.Writes
)

/** What most handlers here write. */
final class Counter:
  var n = 0
  def add(): Int =
    n += 1
    n

object Crossing:
  def counts(name: String)(make: Counter => String => Unit): Crossing =
    val counter = Counter()
    Crossing(name, counter, make(counter))

  def fills[A <: AnyRef](name: String, what: A)(make: A => String => Unit): Crossing =
    Crossing(name, what, make(what))

  def reads[A <: AnyRef](name: String, what: A)(make: A => String => Unit): Crossing =
    Crossing(name, what, make(what), AccessKind.Reads)

  def stores(name: String)(make: SharedMap[String, Int] => String => Unit): Crossing =
    val map = SharedMap[String, Int]()
    Crossing(name, map, make(map))

  /** Whether the handler has reached it. */
  def isWritten(what: AnyRef): Boolean = what match
    case c: Counter => c.n > 0
    case m: SharedMap[?, ?] => m.nonEmpty
    case _ => true

  def run(handler: AnyRef, argument: String): Unit = handler.asInstanceOf[String => Unit](argument)
end Crossing
