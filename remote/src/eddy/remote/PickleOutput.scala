package eddy.remote

import eddy.remote.internal.wire.{AddressWriter, Limits, PickleFailure, SharedOutput, Utf8}

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.ByteOrder

/** Bytes that picklers append to. One thread at a time uses it. After [[clear]] it can be used again, and
  * keeps its array.
  *
  * Numbers are base 128: seven bits per byte, lowest first, the highest bit set in all bytes but the last.
  * Signed ones are zigzag: 0, -1, 1, -2 are 0, 1, 2, 3. So a small number takes one byte, whatever its sign.
  */
final class PickleOutput private[eddy] (initialBytes: Int = 64):
  import PickleOutput.*

  private var bytes = new Array[Byte](initialBytes)
  private var end = 0
  private var depth = 0
  private var partDepth = 0
  private var emptyElements = 0
  private var shared: SharedOutput | Null = null

  /** Of a message to another node. */
  private[remote] var addresses: AddressWriter | Null = null

  def size: Int = end

  /** A copy of the bytes written so far. */
  def toArray: Array[Byte] = java.util.Arrays.copyOf(bytes, end)

  /** The bytes of this one, and then those of the other one. */
  private[remote] def followedBy(other: PickleOutput): Array[Byte] =
    val all = new Array[Byte](end + other.end)
    System.arraycopy(bytes, 0, all, 0, end)
    System.arraycopy(other.bytes, 0, all, end, other.end)
    all

  /** An array that begins with the bytes, to be kept: no copy, unless it is much longer than they are. */
  private[remote] def detached: Array[Byte] = if bytes.length - end <= end / 4 then bytes else toArray

  /** The bytes written so far are in `array` from 0 until [[size]], up to the next call. */
  private[eddy] def array: Array[Byte] = bytes

  def clear(): Unit =
    end = 0
    depth = 0
    partDepth = 0
    emptyElements = 0
    shared = null

  def writeByte(value: Byte): Unit =
    if end == bytes.length then grow(1)
    bytes(end) = value
    end += 1

  def writeBoolean(value: Boolean): Unit = writeByte(if value then 1 else 0)

  /** 1 to 5 bytes: all 32 bits as a number from 0. */
  def writeUnsigned(value: Int): Unit =
    if end > bytes.length - 5 then grow(5)
    val into = bytes
    var (at, rest) = (end, value)
    while (rest & ~0x7f) != 0 do
      into(at) = (rest | 0x80).toByte
      at += 1
      rest >>>= 7
    into(at) = rest.toByte
    end = at + 1

  /** 1 to 10 bytes: all 64 bits as a number from 0. */
  def writeUnsignedLong(value: Long): Unit =
    if end > bytes.length - 10 then grow(10)
    val into = bytes
    var (at, rest) = (end, value)
    while (rest & ~0x7fL) != 0 do
      into(at) = (rest | 0x80).toByte
      at += 1
      rest >>>= 7
    into(at) = rest.toByte
    end = at + 1

  def writeInt(value: Int): Unit = writeUnsigned(value << 1 ^ value >> 31)

  def writeLong(value: Long): Unit = writeUnsignedLong(value << 1 ^ value >> 63)

  /** 4 bytes, lowest first, bit by bit. */
  def writeFloat(value: Float): Unit =
    if end > bytes.length - 4 then grow(4)
    ints.set(bytes, end, java.lang.Float.floatToRawIntBits(value))
    end += 4

  /** 8 bytes, lowest first, bit by bit. */
  def writeDouble(value: Double): Unit = writeFixedLong(java.lang.Double.doubleToRawLongBits(value))

  /** 8 bytes, lowest first. */
  def writeFixedLong(value: Long): Unit =
    if end > bytes.length - 8 then grow(8)
    longs.set(bytes, end, value)
    end += 8

  /** The number of bytes, then UTF-8. */
  def writeString(value: String): Unit =
    val length = value.length
    if length < shortString then
      // optimistic: one byte for the length, and ASCII
      if end > bytes.length - (length + 1) then grow(length + 1)
      val (into, start) = (bytes, end + 1)
      var i = 0
      while i < length && value.charAt(i) < 0x80 do
        into(start + i) = value.charAt(i).toByte
        i += 1
      if i == length then
        into(end) = length.toByte
        end = start + length
      else writeLongString(value)
    else writeLongString(value)

  private def writeLongString(value: String): Unit =
    val length = Utf8.length(value)
    if length < 0 then fail(s"the surrogate at ${-1 - length} of the string has no partner")
    writeUnsigned(length)
    reserve(length)
    end = Utf8.encode(value, bytes, end)

  /** The number of bytes, then the bytes. */
  def writeBytes(value: Array[Byte]): Unit = writeBytes(value, 0, value.length)

  def writeBytes(value: Array[Byte], from: Int, length: Int): Unit =
    writeUnsigned(length)
    reserve(length)
    System.arraycopy(value, from, bytes, end, length)
    end += length

  /** Bytes without their number. */
  private[remote] def writeRaw(value: Array[Byte], from: Int, length: Int): Unit =
    reserve(length)
    System.arraycopy(value, from, bytes, end, length)
    end += length

  /** Room for so many more bytes, for a tight loop. */
  private[remote] def reserve(count: Int): Unit = if count > bytes.length - end then grow(count)

  private[remote] def enter(): Unit =
    depth += 1
    if depth > Limits.depth then fail(s"it is nested in more than ${Limits.depth} levels")

  private[remote] def leave(): Unit = depth -= 1

  /** As [[enter]], for a shared part. */
  private[remote] def enterPart(): Unit =
    partDepth += 1
    if partDepth > Limits.partDepth then
      fail(s"it is nested in more than ${Limits.partDepth} shared parts")

  private[remote] def leavePart(): Unit = partDepth -= 1

  /** An element of a collection has been written that begins at `start`. */
  private[remote] def endElement(start: Int): Unit = if end == start then
    emptyElements += 1
    if emptyElements > Limits.emptyElements then
      fail(s"its collections have more than ${Limits.emptyElements} elements without a byte")

  private[remote] def sharedParts: SharedOutput = shared match
    case null =>
      val made = SharedOutput()
      shared = made
      made
    case parts => parts

  private[remote] def fail(reason: String): Nothing = throw PickleFailure(reason)

  private def grow(count: Int): Unit =
    val wanted = end.toLong + count
    if wanted > maxBytes then fail(s"it takes more than $maxBytes bytes")
    // after a long array, a few fields follow without another copy of it
    val length = math.max(if count > longValue then wanted + afterLong else wanted, bytes.length * 2L)
    bytes = java.util.Arrays.copyOf(bytes, math.min(length, maxBytes).toInt)
end PickleOutput

private object PickleOutput:
  // a longer array cannot be allocated
  private val maxBytes = Int.MaxValue - 8
  private val longValue = 64 << 10
  private val afterLong = 1024
  // its length takes one byte
  private val shortString = 128
  private val ints: VarHandle =
    MethodHandles.byteArrayViewVarHandle(classOf[Array[Int]], ByteOrder.LITTLE_ENDIAN)
  private val longs: VarHandle =
    MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN)
