package eddy.house

import java.util.regex.{MatchResult, Pattern}

/** Finds waits for time in tests, and loops that keep a core busy.
  *
  *   - Every sleep and every `Thread.onSpinWait()`.
  *   - Every loop that only yields.
  *   - An empty loop whose condition reads a state. A condition that calls a method with parentheses, such as
  *     `queue.poll() != null`, works instead of waiting.
  *   - A search of an endless iterator whose elements do not block. Elements that do, such as those of
  *     `readLine` or of a test client's `next()`, have the limit of that wait.
  */
object BusyWaits:
  private val remedy = "a wait for the event itself"

  private val parentheses = """\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"""
  private val argument = s"""(?:$parentheses|\\s*\\{[^{}]*\\})"""

  private val patterns = Seq(
    """\bThread\.sleep\b""",
    """\b(?:NANO|MICRO|MILLI)?SECONDS\.sleep\b""",
    """\bThread\.onSpinWait\b""",
    """\bwhile\b[^\n]*\sdo\s+Thread\.`?yield`?\(\)"""
  ).map(Pattern.compile(_))

  private val emptyLoop = Pattern.compile("""\bwhile\s([^\n]+?)\sdo\s+\(\)""")
  private val reading = s"""(?:is[A-Z]\\w*|has[A-Z]\\w*|get\\w*|nanoTime|currentTimeMillis)\\(\\)"""

  private val search = Pattern.compile(
    s"""\\bIterator\\.continually($argument)""" +
      s"""(?:\\s*\\.(?:map|flatMap|flatten|collect|filter|filterNot|tapEach)(?:$argument)?)*""" +
      s"""\\s*\\.(?:find|collectFirst|exists|indexWhere|dropWhile)\\b"""
  )
  private val blocking = """(?s)\(.*\b(?:next|take|read\w+|hear\w*|receive\w*|await\w*)\b.*\)""".r

  def in(source: Source): Seq[Finding] =
    val file = source.file
    if !file.isTest then Nil
    else
      val code = source.code
      val found = patterns.flatMap(_.allIn(code)) ++ emptyLoop.allIn(code).filter(onlyReads) ++
        search.allIn(code).filterNot(found => blocking.matches(found.group(1)))
      found.map(f => Finding.in(file, f.start, f.group.replaceAll("\\s+", " "), remedy))

  private def onlyReads(loop: MatchResult) = !loop.group(1).replaceAll(reading, "").matches(".*\\w\\(.*")
end BusyWaits
