package eddy.push.internal

import eddy.push.ClientInfo
import eddy.testing.Waits
import eddy.web.SendResult

import java.util.concurrent.CompletableFuture

/** Takes as many as it was given room for, and keeps what it took. Any thread. */
final class TestSink(private var room: Int = Int.MaxValue, override val tellsEpochs: Boolean = true)
    extends Sink:
  // guarded by this
  private var all = Vector.empty[Encoded]
  private var people = Vector.empty[(String, Boolean)]
  private var peopleAfter = Vector.empty[Long]
  private var refusedOne: StreamPublisher | Null = null
  private var waits = List.empty[(() => Boolean, CompletableFuture[Unit])]
  private var closed = false
  private var calls = 0
  @volatile var twiceAtOnce = false
  // sizes of the batches it took, or refused, as one piece
  @volatile var batches: List[Int] = Nil
  @volatile var takesBatches = true
  @volatile var onOffer: Encoded => Unit = _ => ()
  @volatile var onFull: () => Unit = () => ()

  val over = CompletableFuture[Ending]()
  @volatile var endedOn: Thread | Null = null

  def taken: Vector[Encoded] = synchronized(all)
  def texts: Vector[String] = taken.map(_.publication.message.data.toString)
  def offsets: Vector[Long] = taken.map(_.offset)
  def presences: Vector[(String, Boolean)] = synchronized(people)

  /** Who came, or left, after which offset. */
  def presencesAfter: Vector[(Long, Boolean)] = synchronized(peopleAfter.zip(people.map(_(1))))
  def count: Int = synchronized(all.size)

  /** From now on it has room for so many. */
  def take(most: Int): Unit = synchronized:
    room = most

  /** Makes room for so many more, and says so. */
  def give(more: Int): Unit =
    val waiting = synchronized:
      room = if Int.MaxValue - room < more then Int.MaxValue else room + more
      val w = refusedOne
      refusedOne = null
      w
    if waiting != null then waiting.room()

  def close(): Unit = synchronized:
    closed = true

  /** Waits until the condition on the taken ones holds. */
  def await(what: String)(holds: => Boolean): Unit =
    val reached = CompletableFuture[Unit]()
    synchronized:
      if holds then reached.complete(()): Unit else waits ::= (() => holds, reached)
    Waits.await(reached, s"$what; $count taken, ended: ${over.isDone}")

  def offer(encoded: Encoded, from: StreamPublisher): SendResult = one(from): () =>
    onOffer(encoded)
    synchronized:
      all :+= encoded

  override def offerAll(batch: Batch, from: StreamPublisher): SendResult =
    batches = batches :+ batch.size
    val fits = synchronized:
      val fits = takesBatches && !closed && room >= batch.size
      if fits && room != Int.MaxValue then room -= batch.size
      if fits then all ++= batch.items
      fits
    tellWaiting()
    if synchronized(closed) then SendResult.Closed else if fits then SendResult.Sent else SendResult.Full

  def presence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult = one(from): () =>
    synchronized:
      people :+= (who.client, joined)
      peopleAfter :+= all.lastOption.fold(0L)(_.offset)

  private def one(from: StreamPublisher)(take: () => Unit): SendResult =
    val result = synchronized:
      calls += 1
      if calls > 1 then twiceAtOnce = true
      if closed then SendResult.Closed
      else if room == 0 then
        refusedOne = from
        SendResult.Full
      else
        if room != Int.MaxValue then room -= 1
        SendResult.Sent
    if result == SendResult.Sent then take() else if result == SendResult.Full then onFull()
    synchronized:
      calls -= 1
    tellWaiting()
    result

  private def tellWaiting(): Unit =
    val reached = synchronized:
      val (now, later) = waits.partition(_._1())
      waits = later
      now
    reached.foreach(_._2.complete(()): Unit)

  def sizeBytes(encoded: Encoded, from: StreamPublisher): Int = encoded.publication.message.data.length

  def ended(from: StreamPublisher, ending: Ending): Unit =
    endedOn = Thread.currentThread
    if !over.complete(ending) then twiceAtOnce = true
end TestSink
