package eddy.web.internal

/** Makes file names of texts from clients. */
private[eddy] object FileNames:
  private val MaxChars = 200
  private val MaxEnding = 20
  // Windows': a program may run there, or write to a share that is.
  private val Reserved = "(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?".r.pattern

  def safe(sent: String): String =
    val last = sent.substring(1 + math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')))
    val plain = last.codePoints.toArray
      .filterNot(c => Character.isISOControl(c) || Character.getType(c) == Character.FORMAT || c == 0xfffd)
      .map(c => if c < 128 && "<>:\"|?*".indexOf(c) >= 0 then '_'.toInt else c)
    val trimmed = String(plain, 0, plain.length).dropWhile(edge).reverse.dropWhile(edge).reverse
    val short = if trimmed.length <= MaxChars then trimmed else shortened(trimmed)
    if short.isEmpty then "file"
    else if Reserved.matcher(short).matches then s"_$short"
    else short

  // no hidden files, and none whose end some system drops
  private def edge(c: Char) = c == '.' || Character.isWhitespace(c)

  private def shortened(name: String): String =
    val dot = name.lastIndexOf('.')
    val ending = if dot >= name.length - MaxEnding then name.substring(dot) else ""
    val start = name.substring(0, MaxChars - ending.length)
    // not in the middle of a character
    (if Character.isHighSurrogate(start.last) then start.init else start) + ending
end FileNames
