package eddy.remote.internal.schema

import java.util.{Arrays, HashMap}

/** Schemas as graphs. All is done in loops, in time that grows with the bytes of a schema and the logarithm
  * of their number: another node has made it.
  */
private[remote] object Nodes:
  /** The smallest graph with the same meaning, numbered as a walk from the root meets its types: the one
    * form of all graphs that describe the same values.
    *
    * @param work receives the number of steps that it took
    */
  def canonical(nodes: Vector[SchemaType], work: Long => Unit = _ => ()): IArray[SchemaType] =
    val classes = equivalent(nodes, work)
    // of each class; -1: not met
    val number = Array.fill(nodes.size)(-1)
    val representatives = Vector.newBuilder[Int]
    var met = 0
    val open = IntStack()
    open.push(0)
    while !open.isEmpty do
      val node = open.pop()
      if number(classes(node)) < 0 then
        number(classes(node)) = met
        met += 1
        representatives += node
        nodes(node).children.reverseIterator.foreach(open.push)
    val sharing = new HashMap[String, String]()
    IArray.from(representatives.result().map: i =>
      val node = nodes(i)
      val name =
        if node.kind == Kind.Shared then sharing.computeIfAbsent(node.name, _ => sharing.size.toString).nn
        else node.name
      node.copy(name = name, children = node.children.map(c => number(classes(c)))))
  end canonical

  /** Of the first type with a name, from the root on; empty without one. */
  def rootName(nodes: IArray[SchemaType]): String =
    var at = 0
    var steps = 0
    while !nodes(at).kind.hasLabels && nodes(at).children.nonEmpty && steps < nodes.length do
      at = nodes(at).children(0)
      steps += 1
    if nodes(at).kind.hasLabels then nodes(at).name else ""

  /** Whether the part of `nodes` below `root` is `other`. Both are canonical, and share no parts.
    *
    * @param work receives the number of steps that it took, at most the edges of `other`
    */
  def isSame(nodes: IArray[SchemaType], root: Int, other: IArray[SchemaType], work: Long => Unit): Boolean =
    // the type of `nodes` for each of `other`; -1: not met
    val found = Array.fill(other.length)(-1)
    val open = IntStack()
    found(0) = root
    open.push(0)
    var steps = 0L
    var same = true
    while same && !open.isEmpty do
      val i = open.pop()
      val (mine, theirs) = (nodes(found(i)), other(i))
      same = mine.kind == theirs.kind && mine.name == theirs.name && mine.labels == theirs.labels &&
        mine.children.size == theirs.children.size
      var c = 0
      while same && c < theirs.children.size do
        val (from, to) = (mine.children(c), theirs.children(c))
        if found(to) < 0 then
          found(to) = from
          open.push(to)
        else same = found(to) == from
        c += 1
        steps += 1
    work(steps + 1)
    same
  end isSame

  /** For each node a number that exactly the nodes with the same meaning have. Hopcroft's minimization of
    * automata.
    */
  private def equivalent(nodes: Vector[SchemaType], work: Long => Unit): Array[Int] =
    val numbers = new HashMap[String, Integer]()
    val initial =
      nodes.iterator.map(n => numbers.computeIfAbsent(key(n), _ => numbers.size).nn.intValue).toArray
    val partition = Partition(initial, numbers.size)
    val edges = Edges(nodes)
    // classes whose predecessors are not yet separated
    val open = IntStack()
    for c <- 0 until partition.count do open.push(c)
    var steps = nodes.size.toLong
    while !open.isEmpty do
      val into = edgesInto(open.pop(), partition, edges)
      steps += into.length
      var i = 0
      while i < into.length do
        val position = Edges.position(into(i))
        while i < into.length && Edges.position(into(i)) == position do
          partition.mark(Edges.parent(into(i)))
          i += 1
        partition.split(open.push)
    work(steps)
    Array.tabulate(nodes.size)(partition.classOf)
  end equivalent

  /** Sorted by position. */
  private def edgesInto(c: Int, partition: Partition, edges: Edges): Array[Long] =
    var count = 0
    for m <- 0 until partition.sizeOf(c) do count += edges.count(partition.member(c, m))
    val into = new Array[Long](count)
    var at = 0
    for
      m <- 0 until partition.sizeOf(c)
      child = partition.member(c, m)
      i <- 0 until edges.count(child)
    do
      into(at) = edges(child, i)
      at += 1
    Arrays.sort(into)
    into

  /** Different ones for types that differ without regard to their children. A string, because a map orders
    * strings whose hash codes a sender has chosen to be equal.
    */
  private def key(node: SchemaType): String =
    val text = StringBuilder()
    def add(part: Any): Unit =
      val word = part.toString
      text.append(word.length).append(':').append(word): Unit
    add(node.kind.ordinal)
    add(node.children.size)
    add(node.name)
    for label <- node.labels do
      add(label.name)
      add(label.hasDefault)
      add(label.formerNames.size)
      label.formerNames.foreach(add)
    text.toString
end Nodes
