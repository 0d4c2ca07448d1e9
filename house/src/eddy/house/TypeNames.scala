package eddy.house

import java.util.regex.Pattern

/** Finds public top-level types of libraries and applications that have the name of another one.
  *
  * It reads declarations in sources. Class files do not show which types are public: `private[eddy]` compiles
  * to public, an alias has no class, and the compiler adds classes. A package `internal` has no public types.
  */
object TypeNames:
  private val packageClause = Pattern.compile("""^package\s+([\w.]+)""", Pattern.MULTILINE)

  // Top-level declarations start in the first column, which scalafmt guarantees.
  private val scalaType = Pattern.compile(
    """^(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:final|sealed|abstract|case|open|opaque|inline|infix|into|transparent)\s+)*""" +
      """(?:class|trait|object|enum|type)\s+(\w+)""",
    Pattern.MULTILINE
  )
  private val javaType =
    Pattern.compile("""^public\s+(?:\w+\s+)*(?:class|@?interface|enum|record)\s+(\w+)""", Pattern.MULTILINE)

  private final case class Declared(name: String, fullName: String, finding: Finding)

  /** @param sources main sources of the modules to compare */
  def repeated(sources: Seq[Source]): Seq[Finding] =
    val declared = sources.flatMap(declarations).distinctBy(_.fullName)
    val repeated = declared.groupBy(_.name).values.filter(_.size > 1).flatten
    repeated.map(_.finding).toSeq.sortBy(f => (f.key, f.file))

  private def declarations(source: Source): Seq[Declared] =
    val file = source.file
    val name = packageClause.allIn(source.code).map(_.group(1)).mkString(".")
    if name.split('.').contains("internal") then Nil
    else
      val types = if file.extension == "java" then javaType else scalaType
      for found <- types.allIn(source.code) yield
        val (simple, line) = (found.group(1), file.lineOf(found.start))
        val full = s"$name.$simple"
        Declared(simple, full, Finding(simple, file.path, line, full, "a name that no other public type has"))
end TypeNames
