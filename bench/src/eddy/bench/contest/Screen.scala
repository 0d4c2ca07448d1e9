package eddy.bench.contest

import java.io.PrintStream

/** Lines that stay, and on a terminal one below them that says what is being done.
  *
  * @param live whether `out` is a terminal
  */
private[bench] final class Screen(out: PrintStream, live: Boolean):
  private var shown = 0

  def line(text: String): Unit =
    clear()
    out.println(text)
    out.flush()

  def lines(texts: Seq[String]): Unit = texts.foreach(line)

  /** Nothing where it could not be overwritten. */
  def status(text: String): Unit =
    if live then
      val cut = text.take(100)
      out.print(s"\r$cut${" " * math.max(0, shown - cut.length)}")
      out.flush()
      shown = cut.length

  private def clear(): Unit =
    if shown > 0 then out.print(s"\r${" " * shown}\r")
    shown = 0
end Screen
