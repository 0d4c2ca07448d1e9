package eddy.house

import java.util.regex.Pattern

/** Finds uses of a package `internal` outside its module.
  *
  * Class files show uses without an import. Sources show imports that leave no trace in a class file, such as
  * those of inline methods. Tests count under their own name: `push.redis.test`. A test may use the internals
  * of the module under test: of a module that has no code of its own, such as `state.lincheck`, that is the
  * module around it. A package `internal.inlined` holds what code calls that the compiler inlines into other
  * modules: these need not import it.
  */
final class ForeignInternal(classes: Map[Module, Seq[ClassFacts]]):
  import ForeignInternal.remedy

  private val byMainFirst = classes.toSeq.sortBy(_(0).isTest)
  private val ownerOfType = byMainFirst.reverse.flatMap((m, facts) => facts.map(_.top -> m.owner)).toMap
  private val ownersOfPackage = byMainFirst.flatMap((m, facts) => facts.map(_.packageName -> m.owner))
    .groupMap(_(0))(_(1)).view.mapValues(_.toSet).toMap

  /** Pairs of top-level types. */
  def references(sources: Seq[TextFile]): Seq[Finding] =
    val files = sources.groupBy(_.path.replaceFirst(".*/", ""))
    for
      (module, facts) <- byMainFirst
      (from, group) <- facts.groupBy(_.top).toSeq.sortBy(_(0))
      to <- group.flatMap(_.references).distinct.sorted
      if isInternal(to) && !isInlined(to) && ownerOfType.get(to).exists(isForeign(
        _,
        module.owner,
        module.isTest
      ))
    yield
      val folder = from.replace('.', '/').replaceFirst("/[^/]*$", "/")
      val file =
        files.getOrElse(group.head.source, Nil).find(f => f.module == module.owner && f.path.contains(folder))
      val name = to.substring(to.lastIndexOf('.') + 1)
      val line = file.map(f => f.lineOf(f.text.indexOf(name).max(0)))
      Finding(module.name, file.fold("")(_.path), line.getOrElse(0), s"$from uses $to", remedy)
  end references

  /** Imports of types to which no class of the file refers. */
  def imports(sources: Seq[Source], references: Seq[Finding]): Seq[Finding] =
    val known = references.groupMap(_.file)(_.text.replaceFirst(".* uses ", ""))
    for
      source <- sources
      file = source.file
      (start, imported) <- ForeignInternal.importsOf(source.code).distinct
      owners = ownersOf(imported)
      if owners.nonEmpty && owners.forall(isForeign(_, file.module, file.isTest))
      used = known.getOrElse(file.path, Nil)
      if !used.exists(k => k == imported || imported == ClassFacts.packageOf(k) + ".*")
    yield
      val module = if file.isTest then s"${file.module}.test" else file.module
      Finding(module, file.path, file.lineOf(start), s"import $imported", remedy)

  private def ownersOf(imported: String): Set[String] =
    Iterator.iterate(imported)(ClassFacts.packageOf).takeWhile(_.nonEmpty).flatMap(ownersOfPackage.get)
      .nextOption().getOrElse(Set.empty)

  private def isInternal(name: String) = name.contains(".internal.")
  private def isInlined(name: String) = name.contains(".internal.inlined.")

  private val withCode =
    byMainFirst.collect { case (m, facts) if !m.isTest && facts.nonEmpty => m.name }.toSet

  private def isForeign(owner: String, user: String, isTest: Boolean) =
    owner != user && owner != underTest(user, isTest)

  /** The module that a test is for; of other code, its own. */
  private def underTest(owner: String, isTest: Boolean): String =
    if !isTest then owner
    else Iterator.iterate(owner)(ClassFacts.packageOf).takeWhile(_.nonEmpty).find(withCode).getOrElse(owner)
end ForeignInternal

object ForeignInternal:
  private val remedy = "the public API or the spi package of that module"
  private val clause =
    Pattern.compile("""\bimport\s+([\w.]+\.internal(?:\.\w+)*)(?:\.(?:\{([^}]*)\}|(\*)))?""")

  // up to the first capital: a member of an object counts as the object
  private val typeOf = """[a-z][\w.]*?\.[A-Z]\w*""".r

  /** Offsets and full names of the imports from a package `internal`. */
  private def importsOf(code: String): Seq[(Int, String)] =
    clause.allIn(code).flatMap: found =>
      val selectors = Option(found.group(2)).map(_.split(',').toSeq.map(_.trim.split("\\s")(0)))
      val all = Option(found.group(3)).map(Seq(_))
      val prefix = found.group(1)
      selectors.orElse(all).fold(Seq(prefix))(_.map(name => s"$prefix.$name"))
        .map(name => (found.start, typeOf.findPrefixOf(name).getOrElse(name)))
end ForeignInternal
