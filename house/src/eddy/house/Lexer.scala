package eddy.house

/** Sorts the characters of a Scala or Java source: code, comment, or content of a string.
  *
  * Quotes count as code.
  */
private final class Lexer(text: String, nestedComments: Boolean):
  import Lexer.{Code, Comment, Content, Hole}

  private val kinds = new Array[Byte](text.length)
  private var at = 0

  def run(): Array[Byte] =
    code(untilBrace = false)
    kinds

  private def code(untilBrace: Boolean): Unit =
    var depth = 0
    var open = true
    while open && at < text.length do
      text.charAt(at) match
        case '/' if is('/', 1) => mark(Comment, endOfLine)
        case '/' if is('*', 1) => mark(Comment, endOfBlock)
        case '"' => string()
        case '\'' => at = endOfCharacter
        case '`' => at = after(text.indexOf('`', at + 1), 1)
        case '{' =>
          depth += 1
          at += 1
        case '}' =>
          open = !(untilBrace && depth == 0)
          depth -= 1
          at += 1
        case _ => at += 1

  private def string(): Unit =
    val interpolated = at > 0 && Character.isJavaIdentifierPart(text.charAt(at - 1))
    val quotes = if text.startsWith("\"\"\"", at) then 3 else 1
    at += quotes
    var open = true
    while open && at < text.length do
      text.charAt(at) match
        case '"' if quotes == 1 || text.startsWith("\"\"\"", at) =>
          at += quotes
          while quotes == 3 && is('"', 0) do at += 1
          open = false
        case '\n' if quotes == 1 => open = false
        case '\\' if quotes == 1 => mark(Content, at + 2)
        case '$' if interpolated && is('$', 1) => mark(Content, at + 2)
        case '$' if interpolated && is('{', 1) =>
          hole()
        case _ => mark(Content, at + 1)

  private def hole(): Unit =
    val start = at
    at += 2
    code(untilBrace = true)
    for i <- start until at if kinds(i) == Code do kinds(i) = Hole

  private def mark(kind: Byte, until: Int): Unit =
    val end = until.min(text.length)
    java.util.Arrays.fill(kinds, at, end, kind)
    at = end

  private def is(c: Char, ahead: Int) = at + ahead < text.length && text.charAt(at + ahead) == c

  private def after(found: Int, length: Int) = if found < 0 then text.length else found + length

  private def endOfLine = after(text.indexOf('\n', at), 0)

  private def endOfCharacter =
    if is('\\', 1) then after(text.indexOf('\'', at + 3), 1) else if is('\'', 2) then at + 3 else at + 1

  private def endOfBlock =
    var depth = 1
    var end = at + 2
    while depth > 0 && end < text.length do
      if text.startsWith("*/", end) then
        depth -= 1
        end += 2
      else if nestedComments && text.startsWith("/*", end) then
        depth += 1
        end += 2
      else end += 1
    end
end Lexer

private object Lexer:
  val Code: Byte = 0
  val Comment: Byte = 1
  val Content: Byte = 2

  /** An expression within an interpolated string, from `$` to the closing brace. */
  val Hole: Byte = 3
