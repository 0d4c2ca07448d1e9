package eddy.push.internal.wire

import eddy.push.internal.JsonFaults

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReaderException, ReaderConfig, readFromSubArray}

/** Takes a text message of a client apart: commands, one on each line. */
private[push] object Frames:
  private val config = ReaderConfig.withAppendHexDumpToParseException(false)

  /** All commands, or the error in the first invalid one: then none of them counts.
    *
    * @param maxDepth how deep the JSON of a command may be
    * @param maxCommands how many there may be
    * @param maxSubscriptions how many subscriptions a client that connects may have had
    */
  def read(
      bytes: Array[Byte],
      maxDepth: Int,
      maxCommands: Int,
      maxSubscriptions: Int = 128
  ): Either[String, Vector[Command]] =
    val scan = JsonScan(bytes, maxDepth)
    val codec = CommandCodec(maxSubscriptions)
    val commands = Vector.newBuilder[Command]
    var count = 0
    var wrong: String | Null = null
    var at = scan.skip(0)
    if at == bytes.length then wrong = "an empty message"
    while at < bytes.length && wrong == null do
      val end = scan.value(at)
      count += 1
      if end == JsonScan.TooDeep then wrong = s"JSON that is more than $maxDepth deep"
      else if end < 0 then wrong = s"malformed JSON in command $count"
      else if count > maxCommands then wrong = s"more than $maxCommands commands in a message"
      else
        val next = scan.skip(end)
        if next < bytes.length && !(end until next).exists(i => bytes(i) == '\n') then
          wrong = s"command $count does not end with its line"
        else
          try commands += readFromSubArray(bytes, at, end, config)(using codec)
          catch case e: JsonReaderException => wrong = s"command $count: ${JsonFaults.text(e)}"
          at = next
    val what = wrong
    if what == null then Right(commands.result()) else Left(what)
  end read
end Frames
