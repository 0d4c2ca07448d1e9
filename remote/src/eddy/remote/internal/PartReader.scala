package eddy.remote.internal

import eddy.remote.internal.wire.SharedInput
import eddy.remote.{PickleInput, PickleReader}

/** Reads a shared part where it stands first, and what refers to it. {{{
  * shared := 0 value | distance:varint      1 for the part that began last
  * }}}
  *
  * @param group of the parts that may refer to each other: one pickler of the writer
  */
private[remote] final class PartReader[A](group: AnyRef, of: PickleReader[A]) extends PickleReader[A]:
  private[eddy] def readFrom(in: PickleInput): A =
    val start = in.position
    val distance = in.readUnsigned()
    val parts = in.sharedParts
    if distance == 0 then
      val part = parts.begin(group, in.position)
      val known = parts.value(part, this)
      // this is a second reading of what contains the part
      if known ne SharedInput.missing then
        in.move(parts.skip(part))
        in.refer(parts.sizeOf(part))
        known.asInstanceOf[A]
      else read(in, parts, part)
    else
      val part = parts.find(distance, group)
      if part < 0 then
        in.move(start)
        in.fail(s"there is no part at distance $distance")
      parts.value(part, this) match
        case SharedInput.missing => again(in, parts, part)
        case known =>
          in.refer(parts.sizeOf(part))
          known.asInstanceOf[A]
  end readFrom

  private def read(in: PickleInput, parts: SharedInput, part: Int): A =
    val before = in.expanded
    in.enterPart()
    val value = of.readFrom(in)
    in.leavePart()
    parts.finish(part, this, value.asInstanceOf[AnyRef | Null], in.position, in.expanded - before)
    value

  /** Another reader has read it or dropped it. */
  private def again(in: PickleInput, parts: SharedInput, part: Int): A =
    in.enter()
    val (position, resumed) = (in.position, parts.rewind(part))
    in.move(parts.positionOf(part))
    in.beginAgain()
    val value = read(in, parts, part)
    in.endAgain()
    parts.resume(resumed)
    in.move(position)
    in.leave()
    value
end PartReader
