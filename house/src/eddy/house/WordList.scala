package eddy.house

import java.util.regex.Pattern
import scala.io.{Codec, Source as Text}
import scala.util.Using

/** A retired word or sentence pattern, and what to write instead. */
final case class RetiredWord(pattern: Pattern, instead: String)

/** Reads the list of retired words; `words.txt` explains its form. */
object WordList:
  lazy val ofProject: Seq[RetiredWord] =
    parse(Using.resource(Text.fromResource("eddy/house/words.txt")(using Codec.UTF8))(_.getLines().toSeq))

  def parse(lines: Seq[String]): Seq[RetiredWord] =
    for line <- lines.map(_.trim) if line.nonEmpty && !line.startsWith("#") yield line.split(" => ", 2) match
      case Array(pattern, instead) => RetiredWord(compile(pattern), instead)
      case _ => throw IllegalArgumentException(s"'$line' is not: pattern => what to write instead")

  private def compile(pattern: String) =
    val atClause = pattern.startsWith("^")
    val words = pattern.stripPrefix("^").replace(" ", "\\s+")
    val start = if atClause then "(?:^|[.;:,(])\\s*" else ""
    Pattern.compile(s"$start\\b(?:$words)\\b", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE)
end WordList
