package eddy.remote.internal.schema

/** Where each type of a schema occurs as a child: the edges of the graph, backwards. An edge is a `Long`: the
  * position among the children in the upper half, the parent in the lower one.
  */
private[internal] final class Edges(nodes: IndexedSeq[SchemaType]):
  // the edges to child i are all(starts(i)) until all(starts(i + 1))
  private val starts = new Array[Int](nodes.size + 1)
  private val all =
    for node <- nodes; child <- node.children do starts(child + 1) += 1
    for i <- nodes.indices do starts(i + 1) += starts(i)
    val ends = starts.clone
    val edges = new Array[Long](starts(nodes.size))
    for parent <- nodes.indices do
      var position = 0L
      for child <- nodes(parent).children do
        edges(ends(child)) = position << 32 | parent
        ends(child) += 1
        position += 1
    edges

  def size: Int = all.length

  def count(child: Int): Int = starts(child + 1) - starts(child)

  /** The edge of number `i` to `child`. */
  def apply(child: Int, i: Int): Long = all(starts(child) + i)
end Edges

private[internal] object Edges:
  def parent(edge: Long): Int = edge.toInt
  def position(edge: Long): Int = (edge >>> 32).toInt
