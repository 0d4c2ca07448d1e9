package eddy.house

/** A file whose language has no lexer here: JavaScript, shell, configuration, or a table of data.
  *
  * Comments that start a line count, and in shell scripts the texts that `echo` and `printf` print.
  */
final class Script(val file: TextFile):
  private val comment = if Script.slashed(file.extension) then Script.slashes else Script.hash
  private val isShell = file.extension == "sh"

  def comments: Seq[Passage] =
    val lines = file.text.linesWithSeparators.map: line =>
      if isComment(line.stripLineEnd) then withoutSigns(line)
      else if isShell then printed(line)
      else barriers(line)
    Passage.split(Prose.undecorated(lines.mkString))

  def isComment(line: String): Boolean = comment.matches(line)

  private def withoutSigns(line: String) =
    if comment == Script.hash then line.replaceFirst("#", " ") else line

  private def printed(line: String) =
    val kept = Script.texts.findAllMatchIn(line).map(text => text.start(1) until text.end(1)).toSeq
    String(line.indices.map(i => if kept.exists(_.contains(i)) then line(i) else barrier(line(i))).toArray)

  private def barriers(line: String) = line.map(barrier)

  private def barrier(c: Char) = if c.isWhitespace then c else Passage.barrier
end Script

object Script:
  private val slashed = Set("js", "mjs")
  private val slashes = """\s*(//|/?\*).*""".r
  private val hash = """\s*#.*""".r
  private val texts = """\b(?:echo|printf)\s+["']([^"']*)""".r

/** A text that users read as it is, such as the help of a command. */
final class PlainText(val file: TextFile)

object PlainText:
  /** Whether a `.txt` file is one: others hold data, of which only the comments are prose. */
  def is(file: TextFile): Boolean =
    file.extension == "txt" && (file.path.contains("/help/") || file.path.endsWith("/usage.txt"))
