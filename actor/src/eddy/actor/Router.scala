package eddy.actor

import eddy.actor.internal.ask.AskRef
import eddy.actor.internal.cell.Cell
import eddy.actor.internal.signal.{Envelope, Question, Signal}
import eddy.actor.internal.system.SystemCore

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong, AtomicReference}
import scala.annotation.tailrec
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.{Failure, Success, Try}

/** Chooses the actor of a router that receives a message. */
enum Routing[-M]:
  /** One after another. */
  case RoundRobin extends Routing[Any]

  /** Always the same for the same key, as long as the number of actors is. A resize moves as few keys as can
    * be: about one of n + 1 when the n + first is added (Lamping and Veach, a fast, minimal memory,
    * consistent hash algorithm).
    */
  case ByKey[M](key: M => Any) extends Routing[M]

  /** The one of two, chosen at random, with fewer messages waiting: nearly as good as looking at all. */
  case SmallestMailbox extends Routing[Any]

  /** Every one. */
  case Broadcast extends Routing[Any]
end Routing

/** An address for several equal actors. It is not an actor itself: the sender's thread chooses, and the
  * message goes straight to the chosen mailbox.
  *
  * [[supervised]] makes one whose actors are restarted when they fail. Other routers remove a terminated
  * actor, and its queued messages become dead letters. Without any actor left, all messages become dead
  * letters. That is logged at level WARNING, and counted in [[ActorStats.emptiedRouters]].
  *
  * [[over]] makes one for the members of a group, as they are at each send.
  *
  * @param supervisor restarts the actors; null: they are not restarted
  * @param group whose members are the actors; null: they are its own
  */
final class Router[M] private (
    routing: Routing[M],
    supervisor: ActorRef[Nothing] | Null,
    group: Group[M] | Null,
    make: (Router[M], Int) => ActorRef[M]
)(using in: ActorSystem)
    extends ActorRef[M]:
  private[eddy] def system: SystemCore = in.core
  private val toldOfEmptiness = new AtomicBoolean
  // actors that were asked to end through it, until they terminate
  private val surplus = ConcurrentHashMap.newKeySet[ActorRef[M]]().nn
  private val routed = new AtomicReference(Vector.empty[ActorRef[M]])
  private val turn = new AtomicLong()
  // guarded by this: how many were made, the number of the next
  private var made = 0

  /** The actors; a moment's copy. */
  def routees: Vector[ActorRef[M]] = members

  private def members: Vector[ActorRef[M]] = if group == null then routed.get.nn else group.inOrder

  /** Adds new actors or asks the last ones to end (with [[ExitReason.Shutdown]], after the messages sent to
    * them before) until there are `size`. Removed actors receive no more messages from the router, and the
    * messages left in their mailboxes go to the others. They become dead letters with `Broadcast`, where the
    * others have them already, and if the removed actor is addressed through [[contramap]]: its messages have
    * another type. A removed actor that traps exits is notified, and decides itself when it ends.
    * When an actor cannot be made, the router does not change, and the actors made for the call are ended.
    *
    * @throws IllegalArgumentException when `size` is less than one
    * @throws IllegalStateException when the supervisor of its actors has terminated, or they are members of a
    *   group
    */
  def resize(size: Int): Unit =
    require(size >= 1, s"size = $size: a router needs at least 1 actor")
    if group != null then
      throw IllegalStateException(
        s"$this has the size of $group: have actors join or leave the group"
      )
    if isOver then
      throw IllegalStateException(s"$this has terminated with the supervisor of its actors: make another")
    val (added, removed) = synchronized:
      val removed = members.drop(size)
      removed.foreach(surplus.add(_): Unit)
      val added = makeMore(size - members.size)
      val _ = routed.updateAndGet(_.nn.filterNot(removed.contains) ++ added)
      if added.nonEmpty then toldOfEmptiness.set(false)
      (added, removed)
    // outside: both may call back at once
    added.foreach(member => member.addMonitor(new Monitor(member, hasEnded(member, _))))
    removed.foreach(endInTurn)

  // under the lock of this
  private def makeMore(count: Int): Vector[ActorRef[M]] =
    var fresh = Vector.empty[ActorRef[M]]
    try
      while fresh.size < count do
        val number = made
        made += 1
        fresh :+= make(this, number)
      fresh
    catch
      case failure: Throwable =>
        fresh.foreach(endInTurn)
        throw failure

  private[actor] def isSurplus(member: ActorRef[M]): Boolean = surplus.contains(member)

  private[actor] def endInTurn(member: ActorRef[M]): Unit =
    val heir = if routing == Routing.Broadcast then null else this
    member.signal(new Signal.Exit(member, ExitReason.Shutdown, Nil, inTurn = true, heir)): Unit

  private def forget(member: ActorRef[M]): Unit =
    if group != null then group.leave(member): Unit
    else routed.updateAndGet(_.nn.filter(_ != member)): Unit

  private def hasEnded(member: ActorRef[M], reason: ExitReason): Unit =
    forget(member)
    val wasAsked = surplus.remove(member)
    // the supervisor reports its own end; with it, actors end for other reasons
    val isSurprise = !wasAsked && (supervisor == null || reason == ExitReason.Normal)
    if isSurprise && members.isEmpty && toldOfEmptiness.compareAndSet(false, true) then
      system.routerEmptied(
        s"the last actor of a router has terminated, $member, $reason: what the router is sent are dead letters, until a " +
          "resize. Router.supervised starts its actors again when they fail"
      )

  def !(message: M): Unit = deliver(message): Unit

  private[eddy] def deliver(message: M): DeadLetter.Reason | Null =
    if routing == Routing.Broadcast then deliverToAll(message) else deliverToOne(message)

  /** With `Broadcast` the answer is `Accepted` when at least one took it. */
  def trySend(message: M): Delivery =
    if routing == Routing.Broadcast then trySendToAll(message) else trySendToOne(message)

  private def nobody(message: M): DeadLetter.Reason =
    system.deadLetter(message, this, DeadLetter.Reason.Terminated)
    DeadLetter.Reason.Terminated

  /** To another, when one has terminated and is not taken out yet. */
  @tailrec
  private def deliverToOne(message: M): DeadLetter.Reason | Null =
    val now = members
    if now.isEmpty then nobody(message)
    else
      val member = chosen(now, message)
      member.target match
        case cell: Cell[?] =>
          val delivery = member.trySend(message)
          if delivery != Delivery.Terminated then cell.deadLetterOf(message, delivery)
          else
            forget(member)
            deliverToOne(message)
        case _ => member.deliver(message)

  @tailrec
  private def trySendToOne(message: M): Delivery =
    val now = members
    if now.isEmpty then Delivery.Terminated
    else
      val member = chosen(now, message)
      val delivery = member.trySend(message)
      val isGone = member.target match
        // its bounded mailbox may have ended before it has
        case _: Cell[?] => true
        // a router without actors is no actor that has terminated
        case other => other.isOver
      if delivery != Delivery.Terminated || !isGone then delivery
      else
        forget(member)
        trySendToOne(message)

  private def deliverToAll(message: M): DeadLetter.Reason | Null =
    val now = members
    if now.isEmpty then nobody(message)
    else
      Question.split(message, this, now)
      val lost = now.map(_.deliver(message))
      if lost.contains(null) then null else lost.head

  private def trySendToAll(message: M): Delivery =
    val now = members
    if now.isEmpty then Delivery.Terminated
    else
      Question.split(message, this, now)
      val results = now.map(_.trySend(message))
      val refused =
        for
          (member, delivery) <- now.zip(results)
          if delivery == Delivery.Full || delivery == Delivery.Terminated
        yield member -> (if delivery == Delivery.Full then DeadLetter.Reason.Overflow
                         else DeadLetter.Reason.Terminated)
      // the sender still has it
      if refused.size == now.size then Question.joined(message, this, now)
      else for (member, reason) <- refused do Question.unanswered(message, member, reason)
      if results.contains(Delivery.Accepted) then Delivery.Accepted else results.head

  /** One of `now`, which has some. */
  private def chosen(now: Vector[ActorRef[M]], message: M): ActorRef[M] = routing match
    case Routing.ByKey(key) => keyed(now, key, message)
    case Routing.SmallestMailbox => lighter(now)
    case Routing.RoundRobin | Routing.Broadcast => now((turn.getAndIncrement() % now.size).toInt)

  private def keyed(now: Vector[ActorRef[M]], key: M => Any, message: M): ActorRef[M] =
    now(Router.bucket(key(Envelope.plain(message).asInstanceOf[M]), now.size))

  private def lighter(now: Vector[ActorRef[M]]): ActorRef[M] =
    val random = system.engine.platform.random
    val a = random.nextInt(now.size)
    // another one, where there is another
    val b = (a + 1 + random.nextInt(math.max(1, now.size - 1))) % now.size
    // beyond that both have enough to do, and counting would take longer than it saves
    if now(a).backlog(Router.Counted) <= now(b).backlog(Router.Counted) then now(a) else now(b)

  /** Asks every actor; returns the first answer. Fails with the [[AskFailure]] of one of them when all fail,
    * or with a [[NobodyToAskException]].
    *
    * @throws IllegalArgumentException when `timeout` is not more than zero
    */
  def askFirst[R](timeout: FiniteDuration)(message: ActorRef[R] => M): Future[R] =
    given ExecutionContext = ExecutionContext.parasitic
    val first = Promise[R]()
    askAll(timeout)(message, answer => if answer.isSuccess then first.tryComplete(answer): Unit).foreach:
      all =>
        // a future's callbacks have no order: the last answer may be seen here first
        val result = all.find(_.isSuccess).orElse(all.headOption)
        def none = Failure(new NobodyToAskException(this))
        val _ = first.tryComplete(result.getOrElse(none))
    first.future

  /** Asks every actor; returns all answers and failures, in the order of [[routees]].
    *
    * @throws IllegalArgumentException when `timeout` is not more than zero
    */
  def askAll[R](timeout: FiniteDuration)(message: ActorRef[R] => M): Future[Vector[Try[R]]] =
    askAll(timeout)(message, _ => ())

  private def askAll[R](timeout: FiniteDuration)(
      message: ActorRef[R] => M,
      each: Try[R] => Unit
  ): Future[Vector[Try[R]]] =
    given ExecutionContext = ExecutionContext.parasitic
    AskRef.check(timeout)
    Future.sequence:
      members.map: member =>
        val answer = member.ask(timeout)(message).transform(Success(_))
        answer.foreach(each)
        answer

  /** Whether it has an actor. False is final only with a supervisor; without one, [[resize]] adds actors. */
  def isAlive: Boolean = if supervisor == null then members.nonEmpty else !isOver
  override private[eddy] def isOver: Boolean = supervisor != null && !supervisor.isAlive
  override private[eddy] def backlog(atMost: Int): Int = members.map(_.backlog(atMost)).sum
  override private[eddy] def isOneActor: Boolean = false

  // linking to a router, or watching it, would be a promise about actors that come and go
  private[eddy] def signal(signal: Signal): Boolean = signal match
    case _ if supervisor != null => supervisor.signal(signal)
    case _: Signal.Exit | Signal.Kill if group != null => members.count(_.signal(signal)) > 0
    case _: Signal.Exit | Signal.Kill =>
      val asks = asksToEnd(signal)
      members.count: member =>
        if asks then surplus.add(member): Unit
        val isHeard = member.signal(signal)
        // it has terminated unasked
        if !isHeard then surplus.remove(member): Unit
        isHeard
      > 0
    // names, groups and the bus keep it for as long as they like: it never ends
    case _: (Signal.AddMonitor | Signal.RemoveMonitor) => true
    case _ => false

  private def asksToEnd(signal: Signal): Boolean = signal match
    // actors ignore it
    case exit: Signal.Exit => exit.reason != ExitReason.Normal
    case _ => true

  override def toString: String =
    if group == null then s"router over ${members.size} actors" else s"router over $group"
end Router

object Router:
  /** A router over `size` actors that are not restarted, each made by `make` with its number: they are
    * counted from 0 as they are made, also by a later [[Router.resize]], and no number occurs twice.
    * [[supervised]] makes one whose actors are restarted.
    */
  def apply[M](routing: Routing[M], size: Int)(make: Int => ActorRef[M])(using ActorSystem): Router[M] =
    val router = new Router[M](routing, null, null, (_, number) => make(number))
    router.resize(size)
    router

  /** A router over the members of `group`, as they are at each send: actors join and leave the group, and the
    * router follows. With `ByKey`, a change of the members moves keys. An empty group is no reason for a
    * warning; what the router is sent then are dead letters. [[Router.exit]] and [[Router.kill]] go to every
    * member.
    *
    * It costs little: make one where it is needed, and drop it.
    */
  def over[M](group: Group[M], routing: Routing[M])(using ActorSystem): Router[M] =
    new Router[M](
      routing,
      null,
      group,
      (_, _) => throw IllegalStateException("a group's actors are not made")
    )

  /** One whose actors `supervisor` restarts and ends; see [[supervised]].
    *
    * @param make makes one for this router and a number, which the supervisor starts
    */
  private[actor] def under[M](
      routing: Routing[M],
      supervisor: ActorRef[Nothing],
      make: (Router[M], Int) => ActorRef[M]
  )(using ActorSystem): Router[M] = new Router[M](routing, supervisor, null, make)

  /** So many waiting messages are counted to find the smaller mailbox. */
  private inline val Counted = 64

  private def bucket(key: Any, buckets: Int): Int = jump(key.hashCode * 0x9e3779b97f4a7c15L, buckets)

  /** Jump consistent hash. */
  private def jump(hash: Long, buckets: Int): Int =
    var key = hash
    var bucket = -1L
    var next = 0L
    while next < buckets do
      bucket = next
      key = key * 2862933555777941757L + 1
      next = ((bucket + 1) * ((1L << 31).toDouble / ((key >>> 33) + 1).toDouble)).toLong
    bucket.toInt
end Router
