package eddy.remote.internal

import eddy.remote.internal.schema.{Edges, IntStack, Kind, SchemaType}
import eddy.remote.internal.wire.Limits
import eddy.remote.{PickleInput, PickleReader}

/** Readers that drop a value, for fields that this release does not have any more. They check the form of the
  * bytes, but not what this release would demand of the value.
  *
  * The types are those of another node, so nothing recurses, and no step is taken for a part without a byte:
  * a value takes two steps for a byte at most.
  */
private[remote] final class Skipping(nodes: IArray[SchemaType]):
  import Skipping.*

  private val empty = emptyTypes(nodes)
  // the parts of products and tuples, or of an entry, that take bytes
  private val parts: Array[Array[Int]] = Array.tabulate(nodes.length): i =>
    val node = nodes(i)
    val children = node.children.toArray
    if isSequence(node.kind) || isProduct(node.kind) then children.filterNot(empty(_)) else children
  // what to read for a type: another one for a product with one part; endless for one within itself
  private val targets =
    val found = Array.fill(nodes.length)(unknown)
    for i <- 0 until nodes.length if found(i) == unknown do
      val path = IntStack()
      var at = i
      while found(at) == unknown && isProduct(nodes(at).kind) && parts(at).length == 1 do
        // a walk that comes here again goes round
        found(at) = endless
        path.push(at)
        at = parts(at)(0)
      val target = if found(at) == unknown then at else found(at)
      found(at) = target
      while !path.isEmpty do found(path.pop()) = target
    found

  /** Values of the type take no byte. */
  def isEmpty(index: Int): Boolean = empty(index)

  def reader(index: Int): PickleReader[Unit] = new PickleReader[Unit]:
    private[eddy] def readFrom(in: PickleInput): Unit = if !empty(index) then Run(in).skip(index)

  /** One skipped value. The products, collections and shared parts around the place are on a stack. */
  private final class Run(in: PickleInput):
    private val around = IntStack()
    // of a product the next part, of a collection the parts that are left, of a shared part its number
    private var states = new Array[Long](8)

    def skip(index: Int): Unit =
      var at = begin(index)
      while at != complete || !around.isEmpty do
        in.countStep()
        at = if at == complete then continue() else begin(at)

    private def push(index: Int, state: Long): Unit =
      if around.size == maxAround then in.fail(s"it is nested in more than $maxAround levels")
      if around.size == states.length then states = java.util.Arrays.copyOf(states, states.length * 2)
      states(around.size) = state
      around.push(index)

    /** The first part of a value of the type, or complete. */
    private def begin(index: Int): Int =
      val at = targets(index)
      if at == endless then in.fail("values of its type never end")
      else if empty(at) then complete
      else
        val node = nodes(at)
        node.kind match
          case Kind.Option => if in.readBoolean() then node.children(0) else complete
          case Kind.Either => node.children(if in.readBoolean() then 1 else 0)
          case Kind.Sum =>
            val choice = in.readLength()
            if choice >= node.children.size then
              in.fail(s"${node.shortName} has no case of number $choice")
            node.children(choice)
          case Kind.Sequence | Kind.Set | Kind.Map =>
            val count = in.readLength()
            if parts(at).length == 0 then
              in.countEmpty(count)
              complete
            else if count == 0 then complete
            else
              push(at, count.toLong * parts(at).length)
              continue()
          case Kind.Tuple | Kind.Product =>
            push(at, 0)
            continue()
          case Kind.Shared => beginShared(at, node)
          case kind =>
            primitive(kind)
            complete
        end match
      end if
    end begin

    /** See [[PartReader]]. */
    private def beginShared(at: Int, node: SchemaType): Int =
      val start = in.position
      val distance = in.readUnsigned()
      val all = in.sharedParts
      if distance == 0 then
        val part = all.begin(node, in.position)
        // this is a second reading of what contains the part
        if all.isFinished(part) then
          in.move(all.skip(part))
          complete
        else
          push(at, part)
          node.children(0)
      else
        if all.find(distance, node) < 0 then
          in.move(start)
          in.fail(s"there is no part at distance $distance")
        complete

    /** The next part of what is around, or complete. */
    private def continue(): Int =
      val at = around.top
      val top = around.size - 1
      val state = states(top)
      val kind = nodes(at).kind
      if kind == Kind.Shared then
        around.pop(): Unit
        in.sharedParts.finish(state.toInt, Skipping.this, null, in.position, 0)
        complete
      else if isSequence(kind) then
        if state == 1 then around.pop(): Unit
        states(top) = state - 1
        val all = parts(at)
        all(((all.length - state % all.length) % all.length).toInt)
      else
        if state == parts(at).length - 1 then around.pop(): Unit
        states(top) = state + 1
        parts(at)(state.toInt)
    end continue

    private def primitive(kind: Kind): Unit = kind match
      case Kind.Boolean => in.readBoolean(): Unit
      case Kind.Byte => in.skip(1)
      case Kind.Short | Kind.Int | Kind.Char => in.readUnsigned(): Unit
      case Kind.Long | Kind.Duration => in.readUnsignedLong(): Unit
      case Kind.Float => in.skip(4)
      case Kind.Double => in.skip(8)
      case Kind.String => in.skipString()
      case Kind.Bytes | Kind.BigInt => in.skip(in.readLength())
      case Kind.BigDecimal =>
        in.readUnsigned(): Unit
        in.skip(in.readLength())
      case Kind.Uuid => in.skip(16)
      case Kind.Instant | Kind.JavaDuration =>
        in.readUnsignedLong(): Unit
        in.readUnsigned(): Unit
      case Kind.Address =>
        in.readUnsigned(): Unit
        in.readUnsignedLong(): Unit
      case other => throw AssertionError(s"$other has parts, or no byte")
  end Run
end Skipping

private[remote] object Skipping:
  private val complete = -1
  private val endless = -2
  private val unknown = -3
  // what an honest node writes has fewer levels with the shared parts around them
  private val maxAround = 3 * Limits.depth

  private def isProduct(kind: Kind) = kind == Kind.Product || kind == Kind.Tuple
  private def isSequence(kind: Kind) = kind == Kind.Sequence || kind == Kind.Set || kind == Kind.Map

  /** The types whose values take no byte: units, and what consists of these. */
  private def emptyTypes(nodes: IArray[SchemaType]): Array[Boolean] =
    val edges = Edges(nodes)
    val empty = new Array[Boolean](nodes.length)
    // parts that are not known to be empty
    val left = Array.tabulate(nodes.length)(i => nodes(i).children.size)
    val open = IntStack()
    def found(i: Int): Unit =
      empty(i) = true
      open.push(i)
    for i <- 0 until nodes.length do
      if nodes(i).kind == Kind.Unit || isProduct(nodes(i).kind) && left(i) == 0 then found(i)
    while !open.isEmpty do
      val child = open.pop()
      for e <- 0 until edges.count(child) do
        val parent = Edges.parent(edges(child, e))
        left(parent) -= 1
        if left(parent) == 0 && isProduct(nodes(parent).kind) then found(parent)
    empty
  end emptyTypes
end Skipping
