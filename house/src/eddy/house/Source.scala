package eddy.house

/** A Scala or Java source, with views of its parts. A view is as long as the source: offsets stay valid. */
final class Source(val file: TextFile):
  import Source.Part

  private val text = file.text
  private val kinds = Lexer(text, nestedComments = file.extension != "java").run()

  /** The code alone: comments and the contents of strings are blank. */
  lazy val code: String = view: kind =>
    if kind == Lexer.Code || kind == Lexer.Hole then Part.Kept else Part.Blank

  /** The comments alone; other characters are barriers, so that no sentence spans code. */
  def comments: Seq[Passage] =
    Passage.split(Prose.undecorated(view(k => if k == Lexer.Comment then Part.Kept else Part.Barrier)))

  /** The contents of strings; expressions within them are blank. */
  def strings: Seq[Passage] = Passage.split(view {
    case Lexer.Content => Part.Kept
    case Lexer.Hole => Part.Blank
    case _ => Part.Barrier
  })

  /** The names of the tests. */
  def testNames: Seq[Passage] =
    strings.filter(p => Source.isTestName(code.substring((p.start - 60).max(0), p.start)))

  /** Whether a line, given by the offsets of its first and last character, holds a part of a comment. */
  def hasComment(start: Int, end: Int): Boolean = (start until end).exists(kinds(_) == Lexer.Comment)

  private def view(parts: Byte => Part) =
    val chars = text.toCharArray
    for i <- chars.indices if !Character.isWhitespace(chars(i)) do
      parts(kinds(i)) match
        case Part.Kept => ()
        case Part.Blank => chars(i) = ' '
        case Part.Barrier => chars(i) = Passage.barrier
    String(chars)
end Source

object Source:
  private enum Part derives CanEqual:
    case Kept, Blank, Barrier

  private val beforeName = """\b(test|property)\(\s*[a-z]?"{1,3}$""".r.unanchored

  private def isTestName(before: String) = beforeName.matches(before)
