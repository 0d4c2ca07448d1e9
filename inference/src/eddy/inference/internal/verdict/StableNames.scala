package eddy.inference.internal.verdict

import eddy.inference.internal.bytecode.{Descriptors, Names}
import eddy.inference.report.Access
import eddy.state.{SharedObject, Target}

/** Names of what handlers use that stay the same from build to build: no line, no number that depends on what
  * else was made. Two objects may have the same; one that was named by its author has a name of its own.
  */
private[inference] object StableNames:
  def of(a: Access): String = plain(a.target match
    case Target.Everything => "everything"
    case Target.Shared(o) => named(o, a.path)
    case Target.Entry(o, _) => s"entry of ${named(o, a.path)}"
    case Target.Fields(o) if Uses.isVariable(o) => withField("captured variable", a.path)
    case Target.Fields(o) => withField(className(o.getClass), a.path)
    case Target.Static(owner, field) => s"${className(owner)}.$field"
    case Target.OfType(_) => a.path)

  /** Of what a pair excludes each other on: the coarser, in the order of no one's registration. */
  def of(c: Conflict): String =
    val (_, name) = List(c.one, c.other).map(a => (Uses.extent(a.target).ordinal, of(a))).min
    name

  /** How a handler is registered, without the line. */
  def registration(how: String): String = how.replaceAll(":\\d+$", "")

  private def named(o: SharedObject, path: String): String =
    SharedObject.nameOf(o) match
      case None => withField(o.getClass.getSimpleName, path)
      case Some(name) => s"${o.getClass.getSimpleName} $name"

  /** The handler itself, or the object whose method it is. */
  private val Unnamed = Set("handler", "this")

  /** With the last variable or field on the path: what the application calls it. */
  private def withField(cls: String, path: String): String =
    """(?:^|[.~])(\w+)$""".r.findFirstMatchIn(path).filterNot(m => Unnamed(m.group(1).nn)).fold(cls)(m =>
      s"$cls ${m.group(1)}"
    )

  private def className(c: Class[?]): String =
    Names.ofClass(Descriptors.internalName(c).replaceAll("\\$\\$Lambda.*", ""))

  /** Without the signs that separate names in a list. */
  private def plain(name: String): String = name.replaceAll("[\\s,|#]+", " ").trim
end StableNames
