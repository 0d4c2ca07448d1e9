package eddy.push.jgroups.internal

import eddy.push.*

import scala.collection.mutable
import scala.concurrent.Future
import scala.util.{Random, Success}

/** The requests to simulated nodes, and their outcomes. */
private[internal] final class SimulatedClients(
    random: Random,
    network: SimulatedNetwork,
    note: (=> String) => Unit
):
  import SimulatedClients.*
  private type Node = SimulatedNode

  private val sent = mutable.ArrayBuffer.empty[Sent]
  private val reads = mutable.ArrayBuffer.empty[Read]
  private val intakes = mutable.LinkedHashMap.empty[(Node, String), Intake]

  private val last = mutable.HashMap.empty[(Node, String), Future[HistoryPage]]

  final class Sent(val node: Node, val channel: String, val text: String, val result: Future[Published])
  final class Read(val node: Node, val channel: String, val known: Set[String], val page: Future[HistoryPage])

  /** Hears, and marks gaps. */
  final class Intake extends eddy.push.Intake:
    val heard: mutable.ArrayBuffer[Publication | Gap.type] = mutable.ArrayBuffer.empty
    def publications: Vector[Publication] = heard.collect { case p: Publication => p }.toVector
    def accept(publications: IndexedSeq[Publication]): Int =
      heard ++= publications
      Int.MaxValue
    def whenReady(resume: () => Unit): Unit = resume()
    def gap(): Unit = heard += Gap: Unit

  def publish(node: Node): Unit =
    val (channel, text) = (anyChannel, s"\"${sent.size}\"")
    note(s"$node is to publish $text in $channel")
    sent += Sent(node, channel, text, node.member.publish(channel, Message(Json(text), origin = node.own.id)))

  def read(node: Node): Unit =
    val channel = anyChannel
    note(s"$node is to read $channel")
    val known = acknowledged.filter(_.channel == channel).map(_.text).toSet
    reads += Read(node, channel, known, node.member.read(channel, Everything))

  def listen(node: Node): Unit = listen(node, anyChannel)
  def listenToAll(node: Node): Unit = Channels.foreach(listen(node, _))

  def heardBy(node: Node): Vector[Publication] =
    intakes.iterator.filter(_(0)(0) == node).flatMap(_(1).publications).toVector

  private def listen(node: Node, channel: String): Unit =
    if !intakes.contains((node, channel)) then
      val intake = Intake()
      val _ = node.member.subscribe(Interest.Channel(channel), intake)
      intakes((node, channel)) = intake

  /** For checks: to be called when all is over, and to be let through. */
  def readAll(): Unit =
    for node <- network.living; channel <- Channels do
      last((node, channel)) = node.member.read(channel, Everything)

  private def anyChannel = Channels(random.nextInt(Channels.size))
  private def acknowledged = sent.iterator.filter(_.result.value.exists(_.isSuccess)).toVector

  /** What holds whatever has happened. */
  def checkAgreement(): Unit =
    val nodes = network.living
    for channel <- Channels do
      val pages = nodes.map(node => node -> now(node, channel))
      for (node, page) <- pages do
        require(page == pages.head(1), s"$channel is $page at $node and ${pages.head(1)} at ${pages.head(0)}")
      val kept = pages.head(1).publications
      require(kept.map(text).distinct.size == kept.size, s"$channel has something twice: ${kept.map(text)}")
      // a position means the same for all who have ever seen it, or nothing
      for (position, said) <- seen(channel) do
        nodes.head.member.present(channel, position).foreach: at =>
          val there = kept.find(_.position == at).map(text)
          require(there.contains(said), s"$channel, $position: $said was seen, it is $there now")
    for ((node, channel), intake) <- intakes if node.isAlive do
      checkOrder(s"$node, $channel", intake, now(node, channel))
    for node <- nodes do require(node.own.failures.isEmpty, s"$node: ${node.own.failures}")

  /** What holds when nodes die one at a time, and are parted never. */
  def checkNothingLost(): Unit =
    for one <- sent if one.node.isAlive do
      one.result.value match
        case Some(Success(_)) => ()
        case other => throw AssertionError(s"${one.text} in ${one.channel} from ${one.node}: $other")
    for read <- reads if read.node.isAlive do
      read.page.value match
        case Some(Success(page)) =>
          val lacks = read.known -- page.publications.map(text)
          require(
            lacks.isEmpty,
            s"${read.channel} at ${read.node}: $lacks was acknowledged before it was read"
          )
        case other => throw AssertionError(s"reading ${read.channel} at ${read.node}: $other")
    for channel <- Channels do
      val kept = now(network.living.head, channel).publications.map(text)
      val known = seen(channel).map(_(1)).toSet
      require((known -- kept).isEmpty, s"$channel: ${known -- kept} was seen, and is lost")
      for (position, said) <- seen(channel) do
        val at = network.living.head.member.present(channel, position)
        require(at.nonEmpty, s"$channel: $position, seen with $said, is known no more")
      for (node, own) <- acknowledged.filter(_.channel == channel).groupBy(_.node) do
        val order = own.map(one => kept.indexOf(one.text))
        require(order == order.sorted, s"$channel: what $node published is in another order: $order")

    for ((node, channel), intake) <- intakes do
      val texts = intake.publications.map(text)
      require(texts.distinct.size == texts.size, s"$node, $channel, heard something twice: $texts")
  end checkNothingLost

  /** Everybody knows the outcome of every request. */
  def checkAnswered(): Unit =
    for one <- sent if one.node.isAlive do
      require(one.result.isCompleted, s"${one.text} of ${one.node} waits")
    for one <- reads if one.node.isAlive do
      require(one.page.isCompleted, s"reading ${one.channel} at ${one.node} waits")

  /** All that anybody received of the channel, dead nodes included. */
  private def seen(channel: String): Vector[(Position, String)] =
    val acks = acknowledged.filter(_.channel == channel).flatMap(one =>
      one.result.value.get.get.position.map(_ -> one.text)
    )
    val read = reads.iterator.filter(_.channel == channel).flatMap(_.page.value).collect:
      case Success(page) => page.publications.map(p => p.position -> text(p))
    .flatten.toVector
    val heard =
      intakes.iterator.filter(_(0)(1) == channel).flatMap(_(1).publications).map(p => p.position -> text(p))
    acks ++ read ++ heard

  /** Between gaps nothing is missing. */
  private def checkOrder(who: String, intake: Intake, page: HistoryPage): Unit =
    var before: Position | Null = null
    intake.heard.foreach:
      case Gap => before = null
      case publication: Publication =>
        val last = before
        if last != null then
          require(
            publication.position == last.copy(offset = last.offset + 1),
            s"$who heard ${publication.position} after $last"
          )
        before = publication.position
    val last = before
    if last != null then require(last == page.top, s"$who heard all up to $last, and not up to ${page.top}")

  private def now(node: Node, channel: String): HistoryPage = last.get((node, channel)).flatMap(_.value) match
    case Some(Success(page)) => page
    case other => throw AssertionError(s"$channel cannot be read at $node: $other")

  private def require(holds: Boolean, what: => String): Unit = if !holds then throw AssertionError(what)
end SimulatedClients

private[internal] object SimulatedClients:
  case object Gap
  private val Channels = Vector("kept-1", "kept-2")
  private val Everything = HistoryQuery(limit = 10_000)
  private def text(publication: Publication) = publication.message.data.toString
end SimulatedClients
