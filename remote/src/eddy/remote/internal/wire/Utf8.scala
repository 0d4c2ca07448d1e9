package eddy.remote.internal.wire

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.ByteOrder
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}

/** Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
private[remote] object Utf8:
  private val longs: VarHandle =
    MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN)
  private val highBits = 0x8080808080808080L

  /** The text in this range, or null if it is malformed. */
  def decode(bytes: Array[Byte], from: Int, length: Int): String | Null =
    if isAscii(bytes, from, from + length) then new String(bytes, from, length, ISO_8859_1)
    else if isValid(bytes, from, from + length) then new String(bytes, from, length, UTF_8)
    else null

  private def isAscii(bytes: Array[Byte], from: Int, until: Int): Boolean =
    var at = from
    while at <= until - 8 do
      val eight: Long = longs.get(bytes, at)
      if (eight & highBits) != 0 then return false
      at += 8
    while at < until do
      if bytes(at) < 0 then return false
      at += 1
    true

  def isValid(bytes: Array[Byte], from: Int, until: Int): Boolean =
    var at = from
    while at < until do
      val length = sizeAt(bytes, at, until)
      if length == 0 then return false
      at += length
    true

  /** The number of bytes of the code point at `at`; 0 if it is malformed. */
  private def sizeAt(bytes: Array[Byte], at: Int, until: Int): Int =
    val first = bytes(at)
    def next(i: Int) = if at + i < until then bytes(at + i) & 0xff else 0
    def follows(i: Int) = (next(i) & 0xc0) == 0x80
    if first >= 0 then 1
    else
      (first & 0xff) match
        case b if b < 0xc2 => 0
        case b if b < 0xe0 => if follows(1) then 2 else 0
        case b if b < 0xf0 =>
          val second = next(1)
          val inRange =
            if b == 0xe0 then second >= 0xa0 else if b == 0xed then second < 0xa0 else true
          if inRange && follows(1) && follows(2) then 3 else 0
        case b if b < 0xf5 =>
          val second = next(1)
          val inRange =
            if b == 0xf0 then second >= 0x90 else if b == 0xf4 then second < 0x90 else true
          if inRange && follows(1) && follows(2) && follows(3) then 4 else 0
        case _ => 0
  end sizeAt

  /** The number of bytes that `text` takes, or -1 - i if the surrogate at `i` has no partner. */
  def length(text: String): Int =
    var (bytes, at) = (0, 0)
    while at < text.length do
      val c = text.charAt(at)
      if c < 0x80 then bytes += 1
      else if c < 0x800 then bytes += 2
      else if !Character.isSurrogate(c) then bytes += 3
      else if Character.isHighSurrogate(c) && at + 1 < text.length && Character.isLowSurrogate(
          text.charAt(at + 1)
        )
      then
        bytes += 4
        at += 1
      else return -1 - at
      at += 1
    bytes

  /** Writes a text without lone surrogates, for which there is room. Returns the position behind it. */
  def encode(text: String, into: Array[Byte], from: Int): Int =
    var (at, i) = (from, 0)
    while i < text.length do
      val c = text.charAt(i)
      if c < 0x80 then
        into(at) = c.toByte
        at += 1
      else if c < 0x800 then
        into(at) = (0xc0 | c >> 6).toByte
        into(at + 1) = (0x80 | c & 0x3f).toByte
        at += 2
      else if !Character.isSurrogate(c) then
        into(at) = (0xe0 | c >> 12).toByte
        into(at + 1) = (0x80 | c >> 6 & 0x3f).toByte
        into(at + 2) = (0x80 | c & 0x3f).toByte
        at += 3
      else
        val code = Character.toCodePoint(c, text.charAt(i + 1))
        into(at) = (0xf0 | code >> 18).toByte
        into(at + 1) = (0x80 | code >> 12 & 0x3f).toByte
        into(at + 2) = (0x80 | code >> 6 & 0x3f).toByte
        into(at + 3) = (0x80 | code & 0x3f).toByte
        at += 4
        i += 1
      end if
      i += 1
    end while
    at
  end encode
end Utf8
