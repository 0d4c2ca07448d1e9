package eddy.push.internal

import com.github.plokhotnyuk.jsoniter_scala.core.JsonReaderException

/** Faults of JSON as texts for the client that has sent it. */
private[push] object JsonFaults:
  // the library adds the place in hexadecimal, and a dump of the bytes
  private val place = "(?s),? *offset: 0x([0-9a-f]+).*".r

  def text(fault: JsonReaderException): String =
    val message = String.valueOf(fault.getMessage)
    place.findFirstMatchIn(message) match
      case Some(found) => s"${message.take(found.start)} at byte ${java.lang.Long.parseLong(found.group(1), 16)}"
      case None => message
