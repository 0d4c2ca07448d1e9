package eddy.remote.internal.schema

import scala.collection.mutable

/** Schemas as graphs. */
private[remote] object Nodes:
  /** The smallest graph with the same meaning, numbered as a walk from the root meets its types: the one
    * form of all graphs that describe the same values. Moore's minimization of automata.
    */
  def canonical(nodes: Vector[SchemaType]): IArray[SchemaType] =
    val classes = equivalent(nodes)
    val number = mutable.LinkedHashMap.empty[Int, Int]
    val representatives = mutable.ArrayBuffer.empty[Int]
    val open = mutable.Stack(0)
    while open.nonEmpty do
      val node = open.pop()
      if !number.contains(classes(node)) then
        number(classes(node)) = representatives.size
        representatives += node
        open.pushAll(nodes(node).children.reverse)
    val sharing = mutable.Map.empty[String, String]
    IArray.from(representatives.map: i =>
      val node = nodes(i)
      val name =
        if node.kind == Kind.Shared then sharing.getOrElseUpdate(node.name, sharing.size.toString)
        else node.name
      node.copy(name = name, children = node.children.map(c => number(classes(c)))))

  /** The part below one type, as a schema. */
  def from(nodes: IArray[SchemaType], root: Int): IArray[SchemaType] =
    // the root comes first: the index of each type is shifted around it
    val size = nodes.length
    canonical(Vector.tabulate(size): i =>
      val node = nodes((i + root) % size)
      node.copy(children = node.children.map(c => (c + size - root) % size)))

  /** For each node a number that exactly the nodes with the same meaning have. */
  private def equivalent(nodes: Vector[SchemaType]): Array[Int] =
    def numbered[K](keys: Seq[K]): (Array[Int], Int) =
      val numbers = mutable.HashMap.empty[K, Int]
      (keys.iterator.map(k => numbers.getOrElseUpdate(k, numbers.size)).toArray, numbers.size)
    var (classes, count) = numbered(nodes.map(n => (n.kind, n.name, n.labels, n.children.size)))
    var isStable = false
    while !isStable do
      val (finer, size) = numbered(nodes.indices.map(i => (classes(i), nodes(i).children.map(classes(_)))))
      isStable = size == count
      classes = finer
      count = size
    classes
end Nodes
