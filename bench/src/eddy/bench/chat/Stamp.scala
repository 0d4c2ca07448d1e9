package eddy.bench.chat

/** What a measured message carries in its text: who said it, its number among theirs, when it was due.
  * {{{ 17.204.83746528374|xxxxxxxx }}}
  */
private[chat] final case class Stamp(sender: Int, number: Long, dueNanos: Long):
  /** Filled up with `x` to `length` letters. */
  def text(length: Int): String =
    val head = s"$sender.$number.$dueNanos|"
    head + "x".repeat(math.max(0, length - head.length))

private[chat] object Stamp:
  /** None for texts of others, such as people in the same room of a server that was not started for the run. */
  def of(text: String): Option[Stamp] = text.takeWhile(_ != '|').split('.') match
    case Array(sender, number, due) if text.contains('|') =>
      for s <- sender.toIntOption; n <- number.toLongOption; d <- due.toLongOption yield Stamp(s, n, d)
    case _ => None
