package eddy.house

import scala.collection.mutable

/** Groups of nodes that depend on each other, directly or not: Tarjan's strongly connected components. */
object Components:
  /** The groups of at least two nodes, largest first. Targets that are no keys of `graph` are left out. */
  def of(graph: Map[String, Set[String]]): Seq[Set[String]] =
    val index, low = mutable.Map.empty[String, Int]
    val stack = mutable.Stack.empty[String]
    val open = mutable.Set.empty[String]
    val groups = mutable.Buffer.empty[Set[String]]

    def visit(node: String): Unit =
      index(node) = index.size
      low(node) = index(node)
      val _ = stack.push(node)
      open += node
      for next <- graph(node) if graph.contains(next) do
        if !index.contains(next) then
          visit(next)
          low(node) = low(node).min(low(next))
        else if open(next) then low(node) = low(node).min(index(next))
      if low(node) == index(node) then
        val group = mutable.Set.empty[String]
        while open(node) do
          val member = stack.pop()
          open -= member
          group += member
        if group.size > 1 then groups += group.toSet

    graph.keys.toSeq.sorted.foreach(node => if !index.contains(node) then visit(node))
    groups.toSeq.sortBy(-_.size)
  end of
end Components
