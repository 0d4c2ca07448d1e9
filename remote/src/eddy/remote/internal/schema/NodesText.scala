package eddy.remote.internal.schema

import java.util.HashMap

/** Schemas for people. The first line is the root; every case class, enum and sealed trait has a line, and so
  * has every other type that contains itself or many others. So the text is not much longer than the schema:
  * at most [[NodesText.charsPerByte]] times its bytes.
  */
private[remote] object NodesText:
  def of(nodes: IArray[SchemaType]): String =
    val named = names(nodes)
    val text = StringBuilder()
    def put(part: String): Unit = text.append(part): Unit
    def refer(i: Int): Unit = named(i) match
      case null => spell(i)
      case name => put(name)
    // the types that are spelt within a line are few
    def spell(i: Int): Unit =
      val node = nodes(i)
      put(node.kind.word)
      if node.kind.arity != 0 then
        if node.kind == Kind.Shared then put(short(node.name))
        separated(node.children.size, "[", ", ", "]")(c => refer(node.children(c)))
    def separated(count: Int, start: String, between: String, end: String)(part: Int => Unit): Unit =
      put(start)
      for i <- 0 until count do
        if i > 0 then put(between)
        part(i)
      put(end)
    def former(label: Label): Unit = label.formerNames.foreach(n => put(s" was ${short(n)}"))
    def field(label: Label, child: Int): Unit =
      put(s"${short(label.name)}: ")
      refer(child)
      former(label)
      if label.hasDefault then put(" = default")
    def choice(label: Label, child: Int): Unit =
      val name = short(label.name)
      put(name)
      if named(child) != name then
        put(": ")
        refer(child)
      former(label)
    def line(i: Int): Unit =
      val node = nodes(i)
      node.kind match
        case Kind.Product =>
          put(s"class ${named(i)}")
          separated(node.labels.size, "(", ", ", ")")(n => field(node.labels(n), node.children(n)))
        case Kind.Sum =>
          put(s"enum ${named(i)} = ")
          separated(node.labels.size, "", " | ", "")(n => choice(node.labels(n), node.children(n)))
        case _ =>
          put(s"type ${named(i)} = ")
          spell(i)
    refer(0)
    for i <- 0 until nodes.length if named(i) != null do
      put("\n")
      line(i)
    text.toString
  end of

  /** Different ones for the types that have a line; null for the others. */
  private def names(nodes: IArray[SchemaType]): Array[String | Null] =
    val hasLine = Array.tabulate(nodes.length)(i => nodes(i).kind.hasLabels)
    // characters of a type that is spelt
    val spelt = Array.tabulate(nodes.length)(i => nodes(i).kind.word.length + 2)
    Components.eachUnnamed(nodes): (i, isCyclic) =>
      if isCyclic then hasLine(i) = true
      else
        val children = nodes(i).children
        var c = 0
        while c < children.size && spelt(i) <= maxSpelt do
          val child = children(c)
          spelt(i) += 2 + (if hasLine(child) then math.min(nodes(child).name.length, maxName) + 6
                           else spelt(child))
          c += 1
        if spelt(i) > maxSpelt then hasLine(i) = true
    val known = new HashMap[String, Integer]()
    Array.tabulate(nodes.length): i =>
      if !hasLine(i) then null
      else
        val base = if nodes(i).kind.hasLabels then short(nodes(i).name) else nodes(i).kind.word.capitalize
        val number = known.merge(base, 1, (a, b) => a + b).nn.intValue
        if number == 1 then base else s"$base#$number"
  end names

  /** A name of another node's schema, as texts show it. */
  def short(name: String): String = if name.length <= maxName then name else name.take(maxName) + "…"

  // a tuple of 22 parts without a name is spelt
  private val maxSpelt = 400
  private val maxName = 100

  /** A byte may refer to a type that is spelt. */
  val charsPerByte: Int = 512
end NodesText
