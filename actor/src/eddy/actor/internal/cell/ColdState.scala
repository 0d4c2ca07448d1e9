package eddy.actor.internal.cell

import eddy.actor.internal.mailbox.SaveQueue
import eddy.actor.internal.signal.{Dependent, KeyedTimer, LinkSet, Signal, Supervised, Watches}
import eddy.actor.{ActorRef, Exit, ExitReason, Monitor}
import eddy.runtime.Timer
import eddy.runtime.spi.Mailbox

/** State that only some actors need, so that the others do not pay for it. Confined to the thread that runs
  * the actor.
  */
private[actor] final class ColdState:
  /** Messages taken from the mailbox and not matched yet. */
  val saved = new SaveQueue

  var name: String | Null = null

  /** The present behavior, if its time is limited; identifies the wait that a timer belongs to. */
  var timed: Directive.Timed | Null = null
  var timer: Timer | Null = null

  def cancelTimer(): Unit =
    timed = null
    val running = timer
    if running != null then
      timer = null
      running.cancel(): Unit

  /** Timers with a key that this life has started, by key. */
  private var timers: Map[Any, KeyedTimer] = Map.empty

  /** In place of the earlier timer with that key. */
  def enterTimer(made: KeyedTimer): Unit =
    closeTimer(made.key): Unit
    timers = timers.updated(made.key, made)

  /** False when no timer has that key. */
  def closeTimer(key: Any): Boolean = timers.get(key) match
    case None => false
    case Some(present) =>
      timers = timers.removed(key)
      present.close()
      true

  def hasTimer(key: Any): Boolean = timers.contains(key)

  def closeTimers(): Unit =
    timers.valuesIterator.foreach(_.close())
    timers = Map.empty

  /** A message of `timer` is about to be tried: for the reaction that takes it, a one-shot timer is over. */
  def takeTimer(timer: KeyedTimer): Unit =
    if timer.once && timers.get(timer.key).exists(_ eq timer) then timers = timers.removed(timer.key)

  /** After [[takeTimer]]: the message did not match. It waits, and can still be cancelled with its timer,
    * unless the key has another timer by now.
    */
  def returnTimer(timer: KeyedTimer): Unit =
    if timer.once && timer.isOpen then
      if timers.contains(timer.key) then timer.close() else timers = timers.updated(timer.key, timer)

  /** Loops and sequences that wait for `done`. */
  var pending: Pending | Null = null

  /** A suspicious number of them was logged already. */
  var toldOfDepth = false

  /** The signal that the actor has sent itself between two rounds, so that other actors run. */
  var goOn: Signal.GoOn | Null = null

  /** The monitors of this actor, and the actors that it watches. */
  private var presentWatches: Watches | Null = null
  def watches: Watches =
    val present = presentWatches
    if present != null then present
    else
      val made = new Watches
      presentWatches = made
      made

  /** Ends the watches of this life. */
  def endWatches(): Unit =
    val present = presentWatches
    if present != null then present.endOwn()

  def eachMonitor(tell: Monitor => Unit): Unit =
    val present = presentWatches
    if present != null then present.each(tell)

  var links: LinkSet = LinkSet.empty
  var trap: (Exit => Any) | Null = null
  var sender: ActorRef[Nothing] | Null = null
  var locals: Map[AnyRef, Any] = Map.empty

  /** The hooks that run at the end of this life, the last registered first. */
  var endHooks: List[ExitReason => Unit] = Nil

  /** They run: a hook that registers a hook would never come to an end. */
  var runsEndHooks = false

  /** How the life before ended, under a supervisor. */
  var lastEnd: ExitReason | Null = null

  /** Actors whose lives end with this life of the actor: the children of a supervisor. They terminate with
    * it, or wait for its next life.
    */
  var dependents: Map[ActorRef[?], Dependent] = Map.empty

  /** Of a supervised actor: the supervisor to notify of each end, and the start of a restarted life. */
  var supervised: Supervised | Null = null

  private var ownLife: AnyRef | Null = null

  /** Stands for the present life, in messages that are for no later one. */
  def life: AnyRef =
    val known = ownLife
    if known != null then known
    else
      val made = new Object
      ownLife = made
      made

  def endLife(): Unit = ownLife = null

  /** The receiver of the remaining messages when the actor terminates with this life. */
  var heir: ActorRef[Nothing] | Null = null
  var suspended = false

  def append(nodes: Mailbox.Node | Null): Unit = saved.append(nodes, traps = trap != null)

  def untrap(): Unit =
    trap = null
    saved.isUrgent = true

  /** Whether [[ending]] may find something new. */
  def isUrgent: Boolean = saved.isUrgent && !suspended

  /** The first signal, among the events taken and not tried, that ends this life when all signals before it
    * are handled.
    */
  def ending(): Mailbox.Node | Null =
    saved.isUrgent = false
    var linked = links
    var node = saved.untried
    var found: Mailbox.Node | Null = null
    while found == null && node != null do
      node.event match
        case signal: Signal =>
          signal match
            case link: Signal.Link => linked = linked.entered(link.other, link)
            case unlink: Signal.Unlink => linked = linked.without(unlink.other, unlink.links)
            case exit: Signal.Exit =>
              val left = linked.without(exit.from, exit.links)
              if trap == null && exit.overtakes && (!exit.linked || (left ne linked)) then found = node
              linked = left
            case other => if other.overtakes then found = node
        case _ => ()
      node = node.following
    found
  end ending

  /** Nothing is kept that a turn would have to look at. */
  def isIdle: Boolean = saved.first == null && timed == null && sender == null && !suspended
end ColdState
