package eddy.remote.internal.schema

/** Schemas for people. The first line is the root; every case class, enum and sealed trait has a line. */
private[remote] object NodesText:
  def of(nodes: IArray[SchemaType]): String =
    val named = names(nodes)
    def reference(i: Int): String = named.getOrElse(i, spell(i))
    def spell(i: Int): String =
      val node = nodes(i)
      val number = if node.kind == Kind.Shared then node.name else ""
      if node.kind.arity == 0 then node.kind.word
      else s"${node.kind.word}$number${node.children.map(reference).mkString("[", ", ", "]")}"
    def former(label: Label) = label.formerNames.map(n => s" was $n").mkString
    def line(i: Int): String =
      val node = nodes(i)
      node.kind match
        case Kind.Product =>
          val fields = node.labels.zip(node.children).map: (label, child) =>
            s"${label.name}: ${reference(child)}${former(label)}${
                if label.hasDefault then " = default" else ""
              }"
          s"class ${named(i)}${fields.mkString("(", ", ", ")")}"
        case Kind.Sum =>
          val cases = node.labels.zip(node.children).map: (label, child) =>
            val to = reference(child)
            s"${label.name}${if to == label.name then "" else s": $to"}${former(label)}"
          s"enum ${named(i)} = ${cases.mkString(" | ")}"
        case _ => s"type ${named(i)} = ${spell(i)}"
    (reference(0) +: nodes.indices.filter(named.contains).map(line)).mkString("\n")
  end of

  /** Different ones for the types that have a line: those with labels, and one on each other cycle. */
  private def names(nodes: IArray[SchemaType]): Map[Int, String] =
    def isCyclic(start: Int): Boolean =
      def reaches(i: Int, seen: Set[Int]): Boolean = nodes(i).children.exists: c =>
        c == start || !nodes(c).kind.hasLabels && !seen(c) && reaches(c, seen + c)
      reaches(start, Set(start))
    val own = nodes.indices.filter(i => nodes(i).kind.hasLabels || isCyclic(i))
    val base =
      own.map(i => i -> (if nodes(i).kind.hasLabels then nodes(i).name else nodes(i).kind.word.capitalize))
    base.groupBy(_(1)).values.flatMap: same =>
      same.zipWithIndex.map { case ((i, name), n) => i -> (if n == 0 then name else s"$name#${n + 1}") }
    .toMap
end NodesText
