package eddy.push.jgroups.internal

import eddy.push.TestNode
import eddy.push.jgroups.JGroupsConfig

import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.Random

import org.jgroups.util.UUID
import org.jgroups.{Address, MergeView, View}

/** Nodes whose messages and views come when a seed says so, and of which some are lost with a node, or with a
  * split, as JGroups loses them. Messages from one node to another in one way are in order, and those behind
  * a lost one may come when the split ends. One thread.
  */
private[internal] final class SimulatedNetwork(
    random: Random,
    newNode: () => TestNode,
    note: (=> String) => Unit
):
  import SimulatedNetwork.*
  private type Node = SimulatedNode

  private final class NodeLink(node: => Node) extends Link:
    def connect(): Unit = ()
    def me: Address = node.address
    def hasRoom: Boolean = true
    def load: String = "nothing"
    def tellAll(frame: Array[Byte]): Unit =
      val view = node.view
      if view != null then
        nodes.filter(n => n != node && view.containsMember(n.address)).foreach(send(Kind.All, _, frame))
    def tell(to: Address, frame: Array[Byte]): Unit =
      nodes.find(_.address == to).foreach(send(Kind.One, _, frame))
    def tellHistories(to: Address, frames: Iterator[Frame]): Unit =
      nodes.find(_.address == to).foreach: node =>
        frames.foreach(frame => send(Kind.Histories, node, FrameCodec.encode(frame)))
    def close(): Unit = ()
    private def send(kind: Kind, to: Node, frame: Array[Byte]): Unit =
      if node.isAlive && to.isAlive && hear(node, to) && !isLost(kind, frame) then
        streams.getOrElseUpdate((node, to, kind), mutable.Queue.empty).enqueue(frame): Unit

  private val nodes = mutable.ArrayBuffer.empty[Node]
  // the parts that hear each other, each in the order of its view
  private var parts = Vector.empty[Vector[Node]]
  private val streams = mutable.LinkedHashMap.empty[(Node, Node, Kind), mutable.Queue[Array[Byte]]]
  private var viewIds = 0L
  // whether everybody has had what was numbered when somebody died last
  private var isOver = true

  def living: Vector[Node] = nodes.filter(_.isAlive).toVector

  /** How much the nodes know of the last announcement. */
  var mostRecent: Int = Recent.Most

  /** Whether some of what nodes say of themselves is lost, though they hear each other. */
  var isLossy = false

  private def isLost(kind: Kind, frame: => Array[Byte]) =
    isLossy && kind != Kind.All && random.nextInt(10) == 0 && (FrameCodec.decode(frame) match
      case _: (Frame.Hello | Frame.Want | Frame.Term | Frame.Have | Frame.Piece) => true
      case _ => false)

  /** Messages on their way that do not arrive. */
  var held: Kind | Null = null

  /** Whether all know of each other, can publish, and have been as far as each other since somebody died. */
  def isWhole: Boolean = isOver && isUp

  private def isUp = parts.size == 1 && living.forall: node =>
    node.views.isEmpty && node.member.state == eddy.push.MediatorState.Up

  private def name(view: View) =
    s"${view.getViewId.getId}${if view.isInstanceOf[MergeView] then " merged" else ""} " +
      view.getMembers.nn.asScala.map(a => nodes.find(_.address == a).mkString).mkString(" ")

  private def partOf(node: Node) = parts.find(_.contains(node)).getOrElse(Vector.empty)
  private def hear(one: Node, other: Node) = partOf(one).contains(other)

  private def tellView(part: Vector[Node], subgroups: Vector[View] = Vector.empty): Unit =
    if part.nonEmpty then
      viewIds += 1
      val members = part.map(_.address).asJava
      val view =
        if subgroups.nonEmpty then MergeView(part.head.address, viewIds, members, subgroups.asJava)
        else View(part.head.address, viewIds, members)
      part.foreach(_.views.enqueue(view): Unit)

  def join(): Node =
    lazy val node: Node =
      SimulatedNode(
        s"n${nodes.size}",
        UUID(random.nextLong(), random.nextLong()),
        newNode(),
        Recent(mostRecent),
        NodeLink(node)
      )
    nodes += node
    node.member.start(): Unit
    val into = if parts.isEmpty then Vector.empty else parts(random.nextInt(parts.size))
    parts = parts.filterNot(_ eq into) :+ (into :+ node)
    tellView(into :+ node)
    node

  /** Nothing leaves it any more; each other node gets as many of its messages as happen to have left it. */
  def crash(node: Node): Unit =
    note(s"$node dies")
    isOver = false
    val part = partOf(node)
    node.isAlive = false
    parts = parts.map(_.filterNot(_ eq node)).filter(_.nonEmpty)
    for ((from, to, _), queue) <- streams do
      if to eq node then queue.clear()
      if from eq node then queue.takeInPlace(random.nextInt(queue.size + 1)): Unit
    tellView(part.filterNot(_ eq node))
    node.member.close(): Unit

  /** Parts them in two. JGroups tells both, or one, and the other has not noticed anything when they hear
    * each other again.
    */
  def split(): Unit = if parts.size == 1 && parts.head.size > 1 then
    val some = random.shuffle(parts.head).take(1 + random.nextInt(parts.head.size - 1))
    val (left, right) = parts.head.partition(some.contains)
    parts = Vector(left, right)
    note(s"parted: $left and $right")
    // a message to one node may come when they are together again
    for ((from, to, kind), queue) <- streams if !hear(from, to) do
      if kind == Kind.All || random.nextBoolean() then queue.clear()
    val told = random.nextInt(4)
    if told != 0 then tellView(left)
    if told != 1 then tellView(right)

  /** The split ends, and nodes that have not noticed a dead one do. */
  def heal(): Unit =
    if parts.size > 1 then merge()
    else if parts.nonEmpty && !living.forall(knows(_, parts.head)) then tellView(parts.head)

  private def knows(node: Node, part: Vector[Node]) =
    val last = node.views.lastOption.getOrElse(node.view)
    last != null && last.getMembers.nn.asScala.toVector == part.map(_.address)

  private def merge(): Unit =
    note("healed")
    val subgroups = parts.map(part => View(part.head.address, viewIds, part.map(_.address).asJava))
    val order = LargestFirst.getNewMembership(parts.map(_.map(_.address).asJavaCollection).asJavaCollection)
    parts = Vector(order.asScala.toVector.map(address => nodes.find(_.address == address).get))
    tellView(parts.head, subgroups)

  /** Has something come to somebody; false when nothing is on its way. */
  def step(): Boolean =
    val views = living.filter(_.views.nonEmpty)
    val queues = streams.filter((stream, queue) => queue.nonEmpty && isDue.tupled(stream)).toVector
    val total = views.size + queues.size
    if total == 0 then false
    else
      val which = random.nextInt(total)
      if which < views.size then show(views(which)) else deliver.tupled(queues(which - views.size))
      if isUp && streams.forall((stream, queue) => queue.isEmpty || !stream(1).isAlive) then isOver = true
      true

  /** Until nothing is on its way any more. */
  def settle(): Unit = while step() do ()

  /** As if all had waited for so long. */
  def askAgain(): Unit = living.foreach(_.member.askAgain(0))

  def close(): Unit = living.foreach(_.member.close(): Unit)

  private def show(node: Node): Unit =
    val view = node.views.dequeue()
    // of several views with new members only the last may be delivered
    val (known, next) = (node.view, node.views.headOption)
    val isNeeded = next.isEmpty || known == null ||
      !Seq(view, next.get).forall(_.getMembers.nn.containsAll(known.getMembers))
    if isNeeded || random.nextBoolean() then
      note(s"$node sees ${name(view)}")
      node.view = view
      node.member.viewed(view)
      // messages to all count only from nodes in the view, except those already on their way to the node
      for (stream @ (from, to, kind), queue) <- streams if (to eq node) && kind == Kind.All && queue.nonEmpty
      do
        if !view.containsMember(from.address) && !node.views.exists(_.containsMember(from.address)) then
          if random.nextInt(4) == 0 then deliver(stream, queue)
          queue.clear()

  /** Messages to all come only from nodes that are in the receiver's view. */
  private def isDue(from: Node, to: Node, kind: Kind) =
    val view = to.view
    to.isAlive && view != null && kind != held &&
    (if kind == Kind.All then view.containsMember(from.address) else !from.isAlive || hear(from, to))

  private def deliver(stream: (Node, Node, Kind), queue: mutable.Queue[Array[Byte]]): Unit =
    val (from, to, _) = stream
    val batch = Vector.fill(1 + random.nextInt(queue.size))(queue.dequeue())
    val frames = batch.map(bytes => (FrameCodec.decode(bytes), bytes))
    note(s"$to hears from $from: ${frames.map(_(0)).mkString(", ")}")
    to.member.heard(from.address, frames)
    note(s"$to is ${to.member.state}")
end SimulatedNetwork

/** A node, and its pending notifications. */
private[internal] final class SimulatedNode(
    name: String,
    val address: Address,
    val own: TestNode,
    recent: Recent,
    link: => Link
):
  val views: mutable.Queue[View] = mutable.Queue.empty
  var view: View | Null = null
  var isAlive = true
  val member: Member = Member(JGroupsConfig(answerWithin = 1.hour), own, _ => link, recent)
  override def toString: String = name

private[internal] object SimulatedNetwork:
  enum Kind derives CanEqual:
    case All, One, Histories
