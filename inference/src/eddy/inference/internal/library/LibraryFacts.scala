package eddy.inference.internal.library

import java.net.URL
import java.nio.charset.StandardCharsets.UTF_8
import java.util.zip.CRC32C
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The facts about libraries, as they are written: a kind, a class or the beginning of class names, and names
  * of methods or types. docs/facts.md lists the kinds.
  */
private[inference] object LibraryFacts:
  final case class Fact(kind: FactKind, pattern: String, methods: List[String])

  /** Where applications and libraries put facts of their own. */
  private val OfOthers = "META-INF/eddy/library.txt"

  /** Those of this module, and those of all others on its class path. */
  lazy val standard: List[Fact] =
    sources.flatMap((url, content) => parse(String(content, UTF_8), url.toString))

  /** Tells these facts from others, without a look into them: a start whose handlers are known needs none. */
  def fingerprint: String =
    val sum = CRC32C()
    var left = sources
    while left.nonEmpty do
      sum.update(left.head(1))
      left = left.tail
    s"${sources.size} ${sum.getValue}"

  private lazy val sources: List[(URL, Array[Byte])] =
    val own = List("library.txt", "libraries.txt").map(name =>
      Option(getClass.getResource(name))
        .getOrElse(throw IllegalStateException(
          s"$name is missing beside the classes of eddy.inference"
        ))
    )
    val others = getClass.getClassLoader.getResources(OfOthers).asScala
    (own ++ others).map(url => (url, Using.resource(url.openStream)(_.readAllBytes)))

  /** @throws IllegalArgumentException if a line is no fact; it names the line */
  def parse(text: String, source: String): List[Fact] =
    // character by character: a first start reads a thousand lines before anything is compiled
    val found = List.newBuilder[Fact]
    var at = 0
    var number = 0
    while at < text.length do
      val end = text.indexOf('\n', at) match
        case -1 => text.length
        case i => i
      number += 1
      if text.charAt(at) != '#' then
        words(text, at, end) match
          case Nil => ()
          case all => found += fact(all, () => s"line $number of $source", text.substring(at, end))
      at = end + 1
    found.result()
  end parse

  private def fact(words: List[String], place: () => String, line: String): Fact =
    val kind = FactKind.of(words.head)
    if kind == null || words.tail.isEmpty then
      throw IllegalArgumentException(
        s"${place()} is no fact: \"$line\"; kinds are ${FactKind.values.map(_.word).sorted.mkString(", ")}"
      )
    val pattern = words.tail.head
    if pattern.endsWith("*") && kind.isOfOneClass then
      throw IllegalArgumentException(
        s"${place()}: \"$line\": ${kind.word} needs the name of one class, without *"
      )
    Fact(kind, pattern, words.tail.tail)
  end fact

  private def words(text: String, from: Int, until: Int): List[String] =
    var found = List.empty[String]
    var end = until
    while end > from do
      var start = end
      while start > from && text.charAt(start - 1) > ' ' do start -= 1
      if start < end then found = text.substring(start, end) :: found
      end = start - 1
    found
end LibraryFacts
