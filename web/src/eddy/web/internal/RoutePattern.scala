package eddy.web.internal

/** One segment of a pattern. */
private[eddy] enum Segment derives CanEqual:
  case Literal(text: String)
  case Parameter(name: String)
  case Rest(name: String)

/** A parsed path pattern, such as `/users/:id`. */
private[eddy] final case class RoutePattern(segments: Vector[Segment]):

  /** Names in the order in which the tree captures their values. */
  val names: Vector[String] = segments.collect:
    case Segment.Parameter(name) => name
    case Segment.Rest(name) => name

  /** This pattern as the prefix of another; the other one's `/` alone means this itself. */
  def /(below: RoutePattern): RoutePattern =
    def trimmed(p: RoutePattern) = if p.segments == RoutePattern.root then Vector.empty else p.segments
    val joined = trimmed(this) ++ trimmed(below)
    RoutePattern.checked(if joined.isEmpty then RoutePattern.root else joined, s"$this under ...$below")

  override def toString: String = segments
    .map:
      case Segment.Literal(text) => text
      case Segment.Parameter(name) => s":$name"
      case Segment.Rest(name) => s"*$name"
    .mkString("/", "/", "")
end RoutePattern

private[eddy] object RoutePattern:
  val root: Vector[Segment] = Vector(Segment.Literal(""))

  /** @throws IllegalArgumentException with the pattern and the error in it */
  def parse(pattern: String): RoutePattern =
    require(pattern.startsWith("/"), s"pattern \"$pattern\": must start with a slash, such as \"/$pattern\"")
    val segments = pattern.substring(1).split("/", -1).toVector.map:
      case s if s.startsWith(":") => Segment.Parameter(name(s, pattern))
      case s if s.startsWith("*") => Segment.Rest(name(s, pattern))
      case s =>
        val bad = s.find(c => c <= ' ' || c == 127 || "?#%\\".indexOf(c) >= 0)
        require(
          bad.isEmpty,
          s"pattern \"$pattern\": \"$s\" holds '${bad.mkString}'; write literal segments decoded"
        )
        require(s != "." && s != "..", s"pattern \"$pattern\": dot segments never match a request")
        Segment.Literal(s)
    checked(segments, pattern)

  private def name(segment: String, pattern: String): String =
    val name = segment.substring(1)
    require(
      name.matches("[A-Za-z_][A-Za-z0-9_]*"),
      s"pattern \"$pattern\": \"$segment\" needs a name of letters, digits and underscores, such as \"${segment.head}id\""
    )
    name

  private def checked(segments: Vector[Segment], shown: String): RoutePattern =
    segments.init.foreach:
      case Segment.Rest(name) =>
        throw IllegalArgumentException(
          s"pattern \"$shown\": *$name takes the rest of the path, so it must be the last segment"
        )
      case _ => ()
    val pattern = RoutePattern(segments)
    pattern.names.groupBy(identity).find(_._2.size > 1).foreach: (name, _) =>
      throw IllegalArgumentException(s"pattern \"$shown\": the name $name appears twice; rename one of them")
    pattern
end RoutePattern
