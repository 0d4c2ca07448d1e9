package eddy.actor.testkit.internal

import eddy.runtime.spi.Platform.Use

import java.util.IdentityHashMap
import scala.collection.mutable

/** Finds lost updates of what is shared: one reads, another writes, and the first writes what it made of the
  * old value. It belongs to the holder of the baton.
  */
private[testkit] final class Accesses:
  import Accesses.*

  private val states = new IdentityHashMap[AnyRef, State]()
  private val found = mutable.ListBuffer.empty[String]

  def lost: List[String] = found.toList

  /** Of an access that is made now.
    *
    * @param by makes it
    * @param of what it uses
    * @return the update that is lost by it, in words
    */
  def note(by: AnyRef, of: AnyRef, use: Use, who: String, what: String, step: Long): Option[String] =
    val state = states.computeIfAbsent(of, _ => new State)
    use match
      case Use.Reads =>
        state.readers.put(by, state.last): Unit
        None
      // the order of additions does not matter
      case Use.Adds => None
      case Use.Writes =>
        val last = state.last
        val seen = state.readers.containsKey(by)
        val before = state.readers.get(by)
        val own = new Write(by, who, step)
        state.last = own
        if seen then state.readers.put(by, own): Unit
        if last == null || (last.by eq by) || !seen || (before eq last) then None
        else
          val text =
            s"lost update: $who writes $what, which it read before ${last.who} wrote it in step ${last.step}"
          found += text
          Some(text)
  end note
end Accesses

private[testkit] object Accesses:
  private final class Write(val by: AnyRef, val who: String, val step: Long)

  private final class State:
    var last: Write | Null = null

    /** The readers, each with the last write before its read. */
    val readers = new IdentityHashMap[AnyRef, Write | Null]()

  def verb(use: Use): String = use match
    case Use.Reads => "reads"
    case Use.Adds => "adds to"
    case Use.Writes => "writes"
end Accesses
