package eddy.push.internal

import eddy.push.{Delivery, Interest, Publication, PushError}

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.LongAdder
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*
import scala.util.Success

/** What a node counts. Any thread. */
private[push] final class Stats(nanoTime: () => Long):
  /** Acknowledged by the mediator. */
  val published = new LongAdder()

  /** Not published, since the key was known. */
  val repeated = new LongAdder()
  val arrivals = new LongAdder()

  /** Handed to a subscriber. */
  val deliveries = new LongAdder()

  /** Arrived again. */
  val duplicates = new LongAdder()

  /** Dropped while the interest was taken, from a channel without history. */
  val dropped = new LongAdder()

  /** Reported by the mediator. */
  val gaps = new LongAdder()

  /** Found in the offsets. */
  val holes = new LongAdder()

  /** Gaps and holes that could not be filled: subscribers were notified. */
  val lost = new LongAdder()
  val recovered = new LongAdder()
  val unrecovered = new LongAdder()
  val failures = new LongAdder()
  val mtt = new Latency(nanoTime)
  val rtt = new Latency(nanoTime)
  private val refusals = new ConcurrentHashMap[Int, LongAdder]()
  private val switches = Delivery.values.map(_ => new LongAdder())

  /** Counts an error where it is sent to a client, and nowhere on the way there. */
  def refused(error: PushError): Unit =
    refusals.computeIfAbsent(error.code, _ => new LongAdder()).nn.increment()

  /** Counts the failure of `answer`, before its caller learns of it. */
  def countingRefusal[A](answer: Future[A]): Future[A] = answer.value match
    case Some(Success(_)) => answer
    case _ =>
      answer.transform { result =>
        result.failed.foreach(why => refused(PushError.of(why)))
        result
      }(using ExecutionContext.parasitic)

  def refusedBy(code: Int): Long =
    val adder = refusals.get(code)
    if adder == null then 0 else adder.sum

  /** By codes of the application's own. */
  def refusedByApplication: Long =
    refusals.asScala.iterator.filter((code, _) => !PushError.ofProtocol.contains(code)).map(_(1).sum).sum

  private val pulled = ConcurrentHashMap.newKeySet[String]().nn

  def switched(interest: Interest, to: Delivery): Unit =
    switches(to.ordinal).increment()
    if to == Delivery.Pull then pulled.add(interest.key): Unit else pulled.remove(interest.key): Unit

  /** It was dropped, however it was delivered. */
  def endedInterest(interest: Interest): Unit = pulled.remove(interest.key): Unit

  /** Interests that are delivered as this node asks for more. */
  def pulling: Int = pulled.size
  def switchesTo(to: Delivery): Long = switches(to.ordinal).sum

  /** They came from the mediator. */
  def arrived(publications: IndexedSeq[Publication], node: String): Unit =
    arrivals.add(publications.length)
    var now = 0L
    var i = 0
    while i < publications.length do
      val message = publications(i).message
      if message.sent != 0 && message.origin == node then
        if now == 0 then now = nanoTime()
        mtt.record(now - message.sent)
      i += 1

  /** These were handed to all of them. */
  def handed(publications: Array[Encoded], audience: Audience, node: String): Unit =
    deliveries.add(audience.size.toLong * publications.length)
    // nothing is allocated for those of other nodes
    if hasTimed(publications, node) then audience.whenWritten(() => cameBack(publications, node))

  private def hasTimed(publications: Array[Encoded], node: String): Boolean =
    var i = 0
    while i < publications.length && !isTimed(publications(i), node) do i += 1
    i < publications.length

  private def cameBack(publications: Array[Encoded], node: String): Unit =
    val now = nanoTime()
    var i = 0
    while i < publications.length do
      if isTimed(publications(i), node) then rtt.record(now - publications(i).publication.message.sent)
      i += 1

  private def isTimed(encoded: Encoded, node: String): Boolean =
    val message = encoded.publication.message
    message.sent != 0 && message.origin == node
end Stats
