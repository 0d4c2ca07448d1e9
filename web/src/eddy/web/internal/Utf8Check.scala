package eddy.web.internal

/** Checks UTF-8 piece by piece (RFC 3629): no overlong forms, no surrogates, nothing beyond U+10FFFF. */
private[eddy] final class Utf8Check:
  private var missing = 0 // continuation bytes to come
  private var low = 0x80 // bounds of the next one
  private var high = 0xbf

  /** @return false as soon as no continuation could make the bytes right */
  def append(bytes: Array[Byte], from: Int, until: Int): Boolean =
    var i = from
    var sound = true
    while sound && i < until do
      val b = bytes(i) & 0xff
      i += 1
      if missing > 0 then
        sound = b >= low && b <= high
        missing -= 1
        low = 0x80
        high = 0xbf
      else if b >= 0x80 then sound = lead(b)
    sound

  private def lead(b: Int): Boolean =
    if b >= 0xc2 && b <= 0xdf then missing = 1
    else if b >= 0xe0 && b <= 0xef then
      missing = 2
      if b == 0xe0 then low = 0xa0
      if b == 0xed then high = 0x9f
    else if b >= 0xf0 && b <= 0xf4 then
      missing = 3
      if b == 0xf0 then low = 0x90
      if b == 0xf4 then high = 0x8f
    missing > 0

  /** Whether the text may end here. */
  def isComplete: Boolean = missing == 0
end Utf8Check

private[eddy] object Utf8Check:
  def isText(bytes: Array[Byte]): Boolean =
    val check = Utf8Check()
    check.append(bytes, 0, bytes.length) && check.isComplete
