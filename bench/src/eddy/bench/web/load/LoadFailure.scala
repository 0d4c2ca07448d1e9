package eddy.bench.web.load

/** A load found a fault in a server.
  *
  * @param wrong whether an answer was wrong
  */
private[bench] final class LoadFailure(message: String, val wrong: Boolean) extends RuntimeException(message)

private[bench] object LoadFailure:
  def wrongAnswer(ask: Ask, status: Int, body: String): LoadFailure =
    val right = new String(ask.body, java.nio.charset.StandardCharsets.US_ASCII)
    LoadFailure(
      s"WRONG ANSWER to GET ${ask.path}: $status ${shown(body)}, must be ${ask.status} ${shown(right)}",
      wrong = true
    )

  private def shown(text: String) =
    val line = text.replace("\r", "\\r").replace("\n", "\\n")
    if line.length > 60 then s"'${line.take(57)}...' (${text.length} bytes)" else s"'$line'"
