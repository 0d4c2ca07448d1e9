package eddy.remote

import eddy.remote.internal.wire.{AddressReader, Limits, PickleFailure, SharedInput, Utf8}

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.ByteOrder

/** Bytes that picklers read from: those of `bytes` from `from` until `until`. One thread at a time uses it.
  *
  * It accepts what [[PickleOutput]] writes and nothing else: each value has one form. A failure ends the
  * whole reading, and [[PickleReader.read]] returns it as [[Unreadable]].
  */
final class PickleInput private[eddy] (
    private var bytes: Array[Byte],
    private var from: Int,
    private var until: Int
):
  import PickleInput.*

  private var at = from
  private var depth = 0
  private var partDepth = 0
  private var emptyElements = 0
  private var steps = 0L
  // those for shared parts, as often as the value refers to them
  private var referred = 0L
  private var shared: SharedInput | Null = null

  /** Of a message of another node. */
  private[remote] var addresses: AddressReader | Null = null
  private var repetitions = 0

  /** Starts again with these bytes, and the same [[addresses]]. */
  private[remote] def restart(bytes: Array[Byte], from: Int, until: Int): Unit =
    this.bytes = bytes
    this.from = from
    this.until = until
    at = from
    depth = 0
    partDepth = 0
    emptyElements = 0
    steps = 0
    referred = 0
    repetitions = 0
    shared = null

  /** Of the next byte, counted from `from`. */
  def position: Int = at - from

  def remaining: Int = until - at

  def readByte(): Byte =
    if at >= until then ended()
    val value = bytes(at)
    at += 1
    value

  def readBoolean(): Boolean = readByte() match
    case 0 => false
    case 1 => true
    case other =>
      at -= 1
      fail(s"$other is no Boolean")

  def readUnsigned(): Int =
    if at >= until then ended()
    val first = bytes(at)
    if first >= 0 then
      at += 1
      first
    else
      val value = readUnsignedLong()
      if value >>> 32 != 0 then fail("a number exceeds 32 bits")
      value.toInt

  /** A number from 0 that is no larger than `Int.MaxValue`, such as a length. */
  def readLength(): Int =
    val value = readUnsigned()
    if value < 0 then fail("a length exceeds 31 bits")
    value

  def readUnsignedLong(): Long =
    var (result, shift) = (0L, 0)
    while true do
      if at >= until then ended()
      val byte = bytes(at)
      at += 1
      if shift == 63 && (byte & ~1) != 0 then fail("a number exceeds 64 bits")
      result |= (byte & 0x7fL) << shift
      if byte >= 0 then
        if byte == 0 && shift != 0 then fail("a number has more bytes than it needs")
        return result
      shift += 7
    result

  def readInt(): Int =
    val value = readUnsigned()
    value >>> 1 ^ -(value & 1)

  def readLong(): Long =
    val value = readUnsignedLong()
    value >>> 1 ^ -(value & 1)

  def readFloat(): Float =
    need(4)
    val bits: Int = ints.get(bytes, at)
    at += 4
    java.lang.Float.intBitsToFloat(bits)

  def readDouble(): Double = java.lang.Double.longBitsToDouble(readFixedLong())

  def readFixedLong(): Long =
    need(8)
    val value: Long = longs.get(bytes, at)
    at += 8
    value

  def readString(): String =
    val length = readLength()
    need(length)
    Utf8.decode(bytes, at, length) match
      case null => fail("a string is not UTF-8")
      case text =>
        at += length
        text

  def readBytes(): Array[Byte] =
    val length = readLength()
    need(length)
    val value = java.util.Arrays.copyOfRange(bytes, at, at + length)
    at += length
    value

  /** Skips a string without making it. */
  private[remote] def skipString(): Unit =
    val length = readLength()
    need(length)
    if !Utf8.isValid(bytes, at, at + length) then fail("a string is not UTF-8")
    at += length

  private[remote] def skip(count: Int): Unit =
    need(count)
    at += count

  private[remote] def need(count: Int): Unit = if count > until - at then ended()

  /** How much was done so far: for tests of the time that hostile bytes take. */
  private[remote] def work: Long = steps

  private[remote] def countStep(): Unit = steps += 1
  private[remote] def countSteps(count: Long): Unit = steps += count

  private[remote] def enter(): Unit =
    depth += 1
    steps += 1
    if depth > Limits.depth then fail(s"it is nested in more than ${Limits.depth} levels")

  private[remote] def leave(): Unit = depth -= 1

  /** As [[enter]], for a shared part: it may be a level, too. */
  private[remote] def enterPart(): Unit =
    partDepth += 1
    steps += 1
    if partDepth > Limits.partDepth then
      fail(s"it is nested in more than ${Limits.partDepth} shared parts")

  private[remote] def leavePart(): Unit = partDepth -= 1

  /** Bytes are read once more, up to [[endAgain]]. */
  private[remote] def beginAgain(): Unit = repetitions += 1
  private[remote] def endAgain(): Unit = repetitions -= 1
  private[remote] def isAgain: Boolean = repetitions > 0

  /** An element of a collection has been read that began at `start`. */
  private[remote] def endElement(start: Int): Unit =
    steps += 1
    if position == start then countEmpty(1)

  /** So many elements of a collection take no byte. */
  private[remote] def countEmpty(count: Int): Unit =
    if count > Limits.emptyElements - emptyElements then
      fail(s"its collections have more than ${Limits.emptyElements} elements without a byte")
    emptyElements += count

  /** Continues elsewhere. */
  private[remote] def move(position: Int): Unit = at = from + position

  /** As [[work]], if nothing was shared. */
  private[remote] def expanded: Long = steps + referred

  /** The value refers to a part of so many expanded steps. */
  private[remote] def refer(size: Long): Unit = referred = math.min(referred + size, PickleInput.endless)

  /** Hash codes will be computed of values of so many expanded steps. */
  private[remote] def checkHashed(size: Long): Unit =
    if size > Limits.hashedPerByte * (until - from).toLong + Limits.leastHashed then
      fail("the elements of a set or map refer to shared parts so often that hashing them takes too long")

  private[remote] def sharedParts: SharedInput = shared match
    case null =>
      val made = SharedInput()
      shared = made
      made
    case parts => parts

  private[remote] def fail(reason: String): Nothing = throw PickleFailure(reason)

  private def ended(): Nothing = fail("the bytes end within the value")
end PickleInput

private object PickleInput:
  private val endless = Long.MaxValue / 4
  private val ints: VarHandle =
    MethodHandles.byteArrayViewVarHandle(classOf[Array[Int]], ByteOrder.LITTLE_ENDIAN)
  private val longs: VarHandle =
    MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN)
