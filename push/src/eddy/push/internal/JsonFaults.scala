package eddy.push.internal

import com.github.plokhotnyuk.jsoniter_scala.core.JsonReaderException

/** Faults of JSON as texts for the client that has sent it. */
private[push] object JsonFaults:
  // the library adds the place in hexadecimal, eight digits, and may add a dump of the bytes
  private val place = ", offset: 0x"
  private val dump = ", buf:\n"

  def text(fault: JsonReaderException): String =
    val message = String.valueOf(fault.getMessage).split(dump, 2)(0)
    // the last one: a text of the client may be quoted before
    val at = message.lastIndexOf(place)
    val digits = if at < 0 then "" else message.substring(at + place.length).nn
    if digits.length == 8 && digits.forall(Character.digit(_, 16) >= 0) then
      s"${message.take(at)} at byte ${java.lang.Long.parseLong(digits, 16)}"
    else message
end JsonFaults
