package eddy.house

/** A JavaScript file. Only comments that start a line count: others need a lexer for regular expressions. */
final class Script(val file: TextFile):
  private val comment = """\s*(//|/?\*).*""".r

  def comments: Seq[Passage] =
    val lines = file.text.linesWithSeparators.map: line =>
      if comment.matches(line.stripLineEnd) then line
      else line.map(c => if c.isWhitespace then c else Passage.barrier)
    Passage.split(Prose.undecorated(lines.mkString))

  def isComment(line: String): Boolean = comment.matches(line)
