package eddy.remote.internal.wire

import java.util.{HashMap, IdentityHashMap}

/** The shared parts that a message holds so far: their numbers, from 0 in the order in which they begin.
  * Parts of different picklers are different, even if one object is both.
  */
private[remote] final class SharedOutput:
  // by the pickler's number table: a pickler has few parts, or few picklers have many
  private val tables = IdentityHashMap[AnyRef, java.util.Map[Any, Integer]]()
  private var next = 0

  /** How many parts lie between this one and now, 1 for the latest; 0 if it has just been registered. */
  def distance(pickler: AnyRef, part: Any, byValue: Boolean): Int =
    val table = tables.computeIfAbsent(
      pickler,
      _ => if byValue then HashMap[Any, Integer]() else IdentityHashMap[Any, Integer]()
    ).nn
    val known = table.putIfAbsent(part, next)
    if known == null then
      next += 1
      0
    else next - known.intValue
