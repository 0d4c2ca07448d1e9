package eddy.house

/** Finds types and packages of a module that depend on each other, directly or not. */
object Knots:
  private val largestGroup = 8
  private val smaller = s"groups of at most $largestGroup"

  /** Groups of more than 8 mutually dependent top-level types. */
  def types(module: String, classes: Seq[ClassFacts]): Seq[Finding] =
    for group <- Components.of(graph(classes)) if group.size > largestGroup yield
      val names = group.toSeq.sorted.mkString(", ")
      Finding.of(module, s"${group.size} types need each other: $names", smaller, group.size)

  /** Package cycles other than a public package and its own `internal`. */
  def packages(module: String, classes: Seq[ClassFacts]): Seq[Finding] =
    val types = graph(classes)
    val arrows =
      for
        (from, targets) <- types.toSeq
        to <- targets if ClassFacts.packageOf(from) != ClassFacts.packageOf(to)
      yield (from, to)
    val byPackage = arrows.groupMap(a => ClassFacts.packageOf(a(0)))(a => ClassFacts.packageOf(a(1)))
    for cycle <- Components.of(byPackage.view.mapValues(_.toSet).toMap) if !isOwnInternal(cycle) yield
      val within = arrows.filter((a, b) => cycle(ClassFacts.packageOf(a)) && cycle(ClassFacts.packageOf(b)))
      val examples = within.sorted.distinctBy((a, b) => (ClassFacts.packageOf(a), ClassFacts.packageOf(b)))
      val text = examples.map((a, b) => s"$a -> $b").mkString(", ")
      Finding.of(module, s"${cycle.size} packages need each other: $text", "packages in layers", cycle.size)
  end packages

  private def isOwnInternal(cycle: Set[String]) =
    cycle.size == 2 && cycle.minBy(_.length) + ".internal" == cycle.maxBy(_.length)

  /** The top-level types of a module, each with those of the module that it names. */
  private def graph(classes: Seq[ClassFacts]): Map[String, Set[String]] =
    val own = classes.map(_.top).toSet
    val named = classes.groupMapReduce(_.top)(_.references.intersect(own))(_ ++ _)
    named.map((name, others) => name -> (others - name))
end Knots
