package eddy.web.verify

import eddy.inference.report.Classification

/** A line of a baseline or of a list of allowances. */
private[eddy] enum Line:
  case Handler(name: String, kind: Classification, at: Place)

  /** @param on what the two exclude each other on, if the line says so */
  case Conflict(pair: Pair, on: Option[String], at: Place)

  /** @param on what the handler changes where no lock protects it, if the line says so */
  case Unprotected(name: String, on: Option[String], at: Place)

  def at: Place

/** Where a line stands; `reason` is what follows its `#`. */
private[eddy] final case class Place(file: String, number: Int, line: String, reason: String):
  def wrong(what: String, remedy: String): Refusal = Refusal.wrong(s"$this: \"$line\" $what", remedy)
  override def toString: String = s"$file, line $number"

private[eddy] object BaselineLines:
  private val kinds = Classification.values.map(_.text).mkString(", ")

  /** Without empty lines and comments.
    * @throws Refusal that names the first line that is neither a handler nor a pair
    */
  def of(text: String, file: String): List[Line] =
    for
      (line, i) <- text.linesIterator.zipWithIndex.toList
      trimmed = line.trim
      if trimmed.nonEmpty && !trimmed.startsWith("#")
    yield parse(trimmed, file, i + 1)

  private def parse(line: String, file: String, number: Int): Line =
    val (fact, comment) = cut(line, " #")
    val at = Place(file, number, line, comment.getOrElse("").trim)
    cut(fact, " : ") match
      case (Pairs(one, other), on) => Line.Conflict(Pair.of(one, other), on, at)
      case (s"$name unprotected", on) => Line.Unprotected(name.trim, on, at)
      case (handler, None) =>
        val kind = Classification.values.find(k => handler.endsWith(s" $k"))
        kind match
          case Some(k) => Line.Handler(handler.stripSuffix(k.text).trim, k, at)
          case None =>
            throw at.wrong(
              "is neither a handler nor a pair",
              s"write as in GET /look read-only, with one of $kinds, or as in GET /look | POST /buy"
            )
      case _ =>
        throw at.wrong("names one handler, where a pair is needed", "write as in GET /look | POST /buy")

  private object Pairs:
    def unapply(text: String): Option[(String, String)] = text.split(" \\| ") match
      case Array(one, other) => Some((one.trim, other.trim))
      case _ => None

  private def cut(text: String, sign: String): (String, Option[String]) = text.indexOf(sign) match
    case -1 => (text.trim, None)
    case i => (text.take(i).trim, Some(text.drop(i + sign.length).trim))
end BaselineLines
