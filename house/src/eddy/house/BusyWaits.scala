package eddy.house

import java.util.regex.Pattern

/** Finds waits for time in tests, and loops that keep a core busy. */
object BusyWaits:
  private val remedy = "a wait for the event itself"

  private val patterns = Seq(
    """\bThread\.sleep\b""",
    """\bwhile\b[^\n]*\sdo\s+Thread\.(onSpinWait|`?yield`?)\(\)""",
    """\bIterator\.continually\([^\n]*\)\s*\.find\([^\n]*\)\s*\.get\b"""
  ).map(Pattern.compile(_))

  def in(source: Source): Seq[Finding] =
    val file = source.file
    for
      pattern <- patterns if file.isTest
      found <- pattern.allIn(source.code)
    yield Finding.in(file, found.start, found.group.replaceAll("\\s+", " "), remedy)
end BusyWaits
