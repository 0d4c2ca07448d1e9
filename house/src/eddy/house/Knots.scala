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

  /** Package cycles. A public package and the packages of its own `internal` may need each other; these must
    * form layers among themselves, and count as one with it towards all others.
    */
  def packages(module: String, classes: Seq[ClassFacts]): Seq[Finding] =
    val types = graph(classes)
    val arrows =
      for
        (from, targets) <- types.toSeq
        to <- targets if ClassFacts.packageOf(from) != ClassFacts.packageOf(to)
      yield (from, to)
    circles(arrows)(ClassFacts.packageOf).flatMap: circle =>
      val inside = circle.filter((a, b) => publicOf(a) == publicOf(b) && isInternal(a) && isInternal(b))
      findings(module, circle)(publicOf) ++ findings(module, inside)(ClassFacts.packageOf)

  private def findings(module: String, arrows: Seq[(String, String)])(nodeOf: String => String) =
    for circle <- circles(arrows)(nodeOf) yield
      val examples = circle.sorted.distinctBy((a, b) => (nodeOf(a), nodeOf(b)))
      val text = examples.map((a, b) => s"$a -> $b").mkString(", ")
      val size = circle.map(arrow => nodeOf(arrow(0))).distinct.size
      Finding.of(module, s"$size packages need each other: $text", "packages in layers", size)

  /** The arrows of each group of nodes that depend on each other. */
  private def circles(arrows: Seq[(String, String)])(nodeOf: String => String): Seq[Seq[(String, String)]] =
    val across = arrows.filter((a, b) => nodeOf(a) != nodeOf(b))
    val byNode = across.groupMap(a => nodeOf(a(0)))(a => nodeOf(a(1))).view.mapValues(_.toSet).toMap
    Components.of(byNode).map(nodes => across.filter((a, b) => nodes(nodeOf(a)) && nodes(nodeOf(b))))

  private def isInternal(name: String) = ClassFacts.packageOf(name) != publicOf(name)

  /** The package of a type; of one in an `internal` package, or below it, the public package above. */
  private def publicOf(name: String) =
    ClassFacts.packageOf(name).split('.').takeWhile(_ != "internal").mkString(".")

  /** The top-level types of a module, each with those of the module that it names. */
  private[house] def graph(classes: Seq[ClassFacts]): Map[String, Set[String]] =
    val own = classes.map(_.top).toSet
    val named = classes.groupMapReduce(_.top)(_.references.intersect(own))(_ ++ _)
    named.map((name, others) => name -> (others - name))
end Knots
