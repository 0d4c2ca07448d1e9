package eddy.push.internal

import eddy.actor.{ActorRef, Behavior, actor, react, stop}
import eddy.push.{Intake, Interest, Namespace, Publication}

import java.util.concurrent.atomic.{AtomicInteger, AtomicLong, AtomicReference}
import scala.concurrent.{Future, Promise}

/** A channel, or pattern, with subscribers on this node, as others see it: where the mediator puts what
  * arrives. Any thread.
  */
private[push] final class LiveChannel(
    val name: String,
    val namespace: Namespace,
    node: Node,
    attendance: Attendance,
    table: ChannelTable
) extends Intake:
  val interest: Interest =
    if ChannelNames.isPattern(name) then Interest.Pattern(name) else Interest.Channel(name)

  val isPattern: Boolean = ChannelNames.isPattern(name)

  /** Whether its publications have positions. */
  val isPositioned: Boolean = namespace.history > 0 && !isPattern

  /** A pattern stands for channels of its own namespace, for which leave was given, and for none that needs a
    * token, is for some users only, or is the nodes' own.
    */
  def concerns(channel: String): Boolean =
    !isPattern || !channel.startsWith("$") && !ChannelNames.isOfUsers(channel) && ChannelNames.namespace(
      channel
    ) == namespace.name

  /** Subscribers that were given it and that it has not come to: guarded by the table's entry. */
  var leases: Int = 0

  /** Whether a publisher may have to wait for some subscribers. */
  @volatile var slows: Boolean = false

  /** Most channels need none. */
  lazy val holds: Holds = Holds()

  /** Subscribers, for people who look. */
  @volatile var subscribers: Int = 0

  // publications that it has not handed over
  private val waiting = new AtomicInteger()
  private val waitingBytes = new AtomicLong()
  // of these, the events in the mailbox: never more than it holds
  private val arrivals = new AtomicInteger()
  private val resume = new AtomicReference[(() => Unit) | Null](null)
  private val capacity = node.config.intakeMessages
  private val capacityBytes = node.config.intakeBytes

  private val left = Promise[Unit]()

  /** Completes when it is no longer a channel of this node: its actor ends, and handles no event that comes
    * after.
    */
  def isGone: Future[Unit] = left.future

  // unchecked: it only keeps the reference
  private val ref: ActorRef[ChannelEvent] = begin(this: @unchecked)

  private def begin(self: LiveChannel): ActorRef[ChannelEvent] =
    actor.named[ChannelEvent](s"channel $name") {
      val channel = ChannelActor(self, node, attendance, table.arrivedAt(_))
      def next: Behavior[ChannelEvent] = react { case event =>
        channel.handle(event)
        if channel.mayEnd && table.remove(self) then
          self.left.trySuccess(()): Unit
          stop
        else same
      }
      lazy val same: Behavior[ChannelEvent] = next
      same
    }(using node.system)

  def tell(event: ChannelEvent): Unit = ref ! event

  /** It was made in vain: another has its place. */
  def abandon(): Unit = ref.kill()

  def accept(publications: IndexedSeq[Publication]): Int =
    node.stats.arrived(publications, node.id)
    val now = waiting.addAndGet(publications.length)
    val bytes = waitingBytes.addAndGet(LiveChannel.sizeBytes(publications, publications.length))
    ref ! ChannelEvent.Arrived(publications)
    arrivals.incrementAndGet(): Unit
    if bytes < capacityBytes then capacity - now else math.min(capacity - now, 0)

  /** One of the arrivals was taken from the mailbox: returns whether more are in it for certain. */
  def tookArrival(): Boolean = arrivals.decrementAndGet() > 0

  def whenReady(callback: () => Unit): Unit =
    resume.set(callback)
    if isReady then wake()

  def gap(): Unit =
    node.stats.gaps.increment()
    ref ! ChannelEvent.Gap

  /** They were handed over, or dropped. */
  def consumed(publications: Int, bytes: Long): Unit =
    val _ = waiting.addAndGet(-publications)
    val _ = waitingBytes.addAndGet(-bytes)
    if resume.get != null && isReady then wake()

  /** Publications that wait. */
  def backlog: Int = waiting.get

  /** Completes when arrived publications are handed over, and all subscribers have room. */
  def passed: Future[Unit] =
    val barrier = Promise[Unit]()
    ref ! ChannelEvent.Barrier(barrier)
    // the channel may have ended meanwhile
    node.deadline(s"waiting for $name")(barrier.future)
      .transformWith(_ => holds.room)(using scala.concurrent.ExecutionContext.parasitic)

  private def isReady = waiting.get <= capacity / 2 && waitingBytes.get <= capacityBytes / 2

  private def wake(): Unit =
    val callback = resume.getAndSet(null)
    if callback != null then callback()
end LiveChannel

private[push] object LiveChannel:
  /** Of the first ones. */
  def sizeBytes(publications: IndexedSeq[Publication], count: Int): Long =
    var (sum, i) = (0L, 0)
    while i < count do
      sum += publications(i).message.sizeBytes
      i += 1
    sum
