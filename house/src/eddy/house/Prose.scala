package eddy.house

import java.util.regex.Pattern

/** A run of text in a file, from the offset `start`. */
final case class Passage(start: Int, text: String)

object Passage:
  /** Stands for what is not part of the text. */
  val barrier = '\u0001'

  def split(view: String): Seq[Passage] =
    val passages = Vector.newBuilder[Passage]
    var start = 0
    while start < view.length do
      val end = view.indexOf(barrier, start) match
        case -1 => view.length
        case found => found
      val text = view.substring(start, end)
      if !text.isBlank then passages += Passage(start, text)
      start = end + 1
    passages.result()

/** Turns documents and comments into plain prose of the same length. */
object Prose:
  private val commentSigns = pattern("""^[ \t]*(/\*+|\*+/?|//+)|\*+/|(?<=\s)//+""")
  private val codeInComments = pattern("""`[^`\n]*`|\[\[[^\]]*\]\]""")
  private val fence = "```"
  private val codeInLine = pattern("""`[^`\n]*`|\]\([^)\s]*\)|<[^>\n]*>""")
  private val listSigns = pattern("""^ {0,3}([-*]|\d+\.|#+|>) """)

  /** A comment without its signs, links, and code in backquotes. Examples stay: they hold explanations. */
  def undecorated(comments: String): String = blank(codeInComments, blank(commentSigns, comments))

  /** A Markdown page without code. Of a fenced block the comments stay: they are prose too. */
  def of(page: String): String =
    var fenced = false
    val lines = page.split("(?<=\n)").map: line =>
      if line.trim.startsWith(fence) then
        fenced = !fenced
        blank(line)
      else if fenced then
        val comment = line.indexOf("// ")
        if comment < 0 then blank(line) else blank(line.take(comment + 3)) + line.drop(comment + 3)
      else if line.startsWith("    ") then blank(line)
      else line
    blank(codeInLine, blank(listSigns, lines.mkString))

  private def blank(text: String) = text.map(c => if c == '\n' then c else ' ')

  private def blank(signs: Pattern, text: String): String =
    signs.matcher(text).replaceAll(found => blank(found.group))

  private def pattern(text: String) = Pattern.compile(text, Pattern.MULTILINE)
end Prose
