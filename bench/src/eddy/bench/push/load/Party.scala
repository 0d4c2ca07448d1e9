package eddy.bench.push.load

import eddy.bench.web.load.{LoadFailure, LoadWatch, WebClient}

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Clients of one server, each subscribed to one of `channels` channels, evenly. What they publish and get is counted and checked: each
  * message must come to all members of its channel, once, unchanged and in its sender's order. Used by one thread; what is not private
  * belongs to the client's thread.
  */
private[bench] final class Party(
    val client: WebClient,
    val port: Int,
    val talk: Talk,
    size: Int,
    channels: Int,
    val letter: Letter = Letter()
) extends AutoCloseable:
  require(size % channels == 0, s"$size clients do not spread evenly over $channels channels")
  val membersOfChannel: Int = size / channels
  private[load] val watch = new LoadWatch
  private[load] val scratch = new Scratch
  private[load] var listener: Listener = Listener.Deaf
  private[load] var isOver = false
  private[load] var delivered, sent, finished = 0L
  private var standing = 0
  @volatile private var joining = new CountDownLatch(0)
  private val members = Array.tabulate(size)(i => new Member(this: @unchecked, i, i % channels, i / channels))

  /** Returns when all are subscribed.
    *
    * @throws LoadFailure when one is not
    */
  def open(): this.type =
    // few at a time: the queue of connections that wait to be accepted is short
    for part <- members.toSeq.grouped(200) do
      joining = new CountDownLatch(part.size)
      // each address has some 28,000 ports
      part.foreach(m => client.connect(port, m, 1 + m.place / 20_000)(watch.broken))
      watch.await(joining, 1.minute)("did not let all clients in")
    this

  /** Has the events of the load reported to `listener`, and `begin` done on the client's thread. */
  private[load] def start(listener: Listener)(begin: => Unit): Unit = client.ask:
    this.listener = listener
    begin

  /** Returns when all that was published has come to all.
    *
    * @throws LoadFailure when something has not come within that time
    */
  private[load] def settle(within: FiniteDuration): Unit =
    val giveUp = System.nanoTime + within.toNanos
    var missing = client.ask(sent - finished)
    while missing > 0 do
      watch.waitFor(1.milli)
      missing = client.ask(sent - finished)
      if missing > 0 && System.nanoTime > giveUp then
        throw LoadFailure(s"LOST: $missing messages have not come to all within $within", wrong = true)
    // what was wrong may have been told before all was there
    watch.waitFor(1.micro)

  /** How many are subscribed, and not disconnected. */
  def present: Int = client.ask(standing)

  override def close(): Unit = client.ask:
    isOver = true
    members.foreach(_.close())

  private[load] def member(place: Int): Member = members(place)
  private[load] def member(channel: Int, sender: Int): Member = members(sender * channels + channel)

  private[load] def joined(): Unit =
    standing += 1
    joining.countDown()

  private[load] def left(): Unit = standing -= 1
  private[load] def wrong(what: String): Unit = watch.tell(LoadFailure(what, wrong = true))
end Party

private[bench] object Party:
  private[load] def channelName(number: Int): String = s"room$number"

/** What a load wants to hear of. On the client's thread. */
private[load] trait Listener:
  /** To one more. */
  def delivered(by: Member, number: Long): Unit

  /** To all. */
  def finished(by: Member, number: Long): Unit

private[load] object Listener:
  object Deaf extends Listener:
    def delivered(by: Member, number: Long): Unit = ()
    def finished(by: Member, number: Long): Unit = ()
