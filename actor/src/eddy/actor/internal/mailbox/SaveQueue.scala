package eddy.actor.internal.mailbox

import eddy.actor.internal.bytecode.PatternPurity
import eddy.actor.internal.signal.Signal
import eddy.runtime.spi.Mailbox

/** Messages that an actor has taken from its mailbox and not matched yet. Confined to the
  * thread that runs the actor.
  *
  * {{{
  *   first -> … -> tried -> … -> last      then the mailbox: newer messages, not taken yet
  *   the present behavior     these not
  *   has tried these          yet
  * }}}
  * Each behavior tries each message once. Where a reaction's class alone decides what it is defined for
  * ([[PatternPurity]]), the list remembers how far a behavior of that class has come, and the next one
  * continues there.
  */
private[actor] final class SaveQueue:
  import SaveQueue.*

  private var head: Mailbox.Node | Null = null
  private var last: Mailbox.Node | Null = null
  private var tried: Mailbox.Node | Null = null
  private var size = 0

  // remembered progress, the latest first; then that of the present behavior, if remembered
  private var memory: Progress | Null = null
  private var progress: Progress | Null = null
  private var inVain = 0
  private var toldOfMany = false
  private var again = false

  /** A signal was appended that may end the actor; see [[append]]. */
  private[actor] var isUrgent = false

  def first: Mailbox.Node | Null = head

  /** The newest message that the behavior has tried in vain. */
  def triedLast: Mailbox.Node | Null = tried

  /** The oldest message that the behavior has not tried. */
  def untried: Mailbox.Node | Null =
    val after = tried
    if after == null then head else after.following

  /** From now on messages are tried by `reaction`. */
  def begin(reaction: AnyRef | Null): Unit =
    val before = tried
    tried = null
    progress = null
    inVain = 0
    if memory != null && reaction != null then
      val known = remembered(reaction.getClass)
      if known != null then
        progress = known
        tried = known.upTo
    if before != null && !(tried eq before) then again = true

  /** Once after messages that were tried in vain have become new: what ends the actor goes before them, so it
    * is time to see what has come.
    */
  def beginsAgain(): Boolean =
    val now = again
    again = false
    now

  /** The first untried message does not match `reaction`. */
  def skip(node: Mailbox.Node, reaction: AnyRef): Unit =
    tried = node
    val known = progress
    if known != null then known.upTo = node
    else
      inVain += 1
      if inVain == Worthwhile && PatternPurity.isOfMessageAlone(reaction) then remember(reaction.getClass)

  /** Once: very many messages are kept, and the present behavior has tried them all in vain. */
  def keepsTooMany: Boolean =
    val now = !toldOfMany && size >= Suspicious && tried != null && (tried eq last)
    if now then toldOfMany = true
    now

  /** The first untried message is not tried now, and this is no word on whether it matches. */
  def pass(node: Mailbox.Node): Unit = tried = node

  /** @param traps the actor traps exits: they become messages, in order, and are not urgent */
  def append(nodes: Mailbox.Node | Null, traps: Boolean): Unit =
    if nodes != null then
      val end = last
      if end == null then head = nodes else end.following = nodes
      var newest = nodes
      noteUrgent(newest, traps)
      size += 1
      while newest.following != null do
        newest = newest.following.nn
        noteUrgent(newest, traps)
        size += 1
      last = newest

  private def noteUrgent(node: Mailbox.Node, traps: Boolean): Unit =
    if node.isInstanceOf[Signal.Urgent] && !(traps && node.event.isInstanceOf[Signal.Exit]) then
      isUrgent = true

  /** Puts a message where [[take]] has just taken one from: the same, or what a signal has become. No
    * behavior has come past a signal, since the first that meets it takes it out; so what is new is new to
    * all.
    */
  def insert(node: Mailbox.Node): Unit =
    val before = tried
    if before == null then
      node.following = head
      head = node
    else
      node.following = before.following
      before.following = node
    if last == null || (last eq before) then last = node
    size += 1

  /** Takes out the first untried message. */
  def take(node: Mailbox.Node): Unit = unlink(node, tried)

  /** Removes all messages that are `lost`, tried or not; returns how many. */
  def sweep(lost: Mailbox.Node => Boolean): Int =
    var n = 0
    var before: Mailbox.Node | Null = null
    var node = head
    while node != null do
      val at = node
      node = at.following
      if lost(at) then
        unlink(at, before)
        n += 1
      else before = at
    n

  private def unlink(node: Mailbox.Node, before: Mailbox.Node | Null): Unit =
    if before == null then head = node.following else before.following = node.following
    if tried eq node then tried = before
    if last eq node then last = before
    size -= 1
    var known = memory
    while known != null do
      if known.upTo eq node then known.upTo = before
      known = known.next

  /** Removes the untried signals up to that of `until`, and passes all but this to `each`. No behavior has
    * come past a signal, so no remembered progress points at one.
    */
  def takeSignals(until: Mailbox.Node)(each: Signal => Unit): Unit =
    var before = tried
    var node = untried
    while node != null do
      val at = node
      node = at.following
      at.event match
        case signal: Signal =>
          if before == null then head = node else before.following = node
          if last eq at then last = before
          size -= 1
          if at eq until then node = null else each(signal)
        case _ => before = at

  /** Takes out all messages, but not what the system sent. The life is over: nothing is trapped. */
  def dropMessages(drop: Mailbox.Node => Unit): Unit =
    var at = head
    head = null
    last = null
    size = 0
    tried = null
    memory = null
    progress = null
    while at != null do
      val node = at
      at = node.following
      node.following = null
      node.event match
        case _: Signal => append(node, traps = false)
        case _ => drop(node)

  /** For diagnostics, any thread: slightly out of date. It does not follow the list, which its owner may
    * relink at the same time.
    */
  def keptCount(atMost: Int): Int = math.min(size, atMost)

  private def remembered(reaction: Class[?]): Progress | Null =
    var at = memory
    while at != null && !(at.of eq reaction) do at = at.next
    at

  private def remember(reaction: Class[?]): Unit =
    val added = new Progress(reaction, tried, memory)
    memory = added
    progress = added
    // an actor has few reactions that wait past many messages; of more than a few the oldest is forgotten
    var at: Progress | Null = added
    var n = 1
    while at != null do
      if n == Remembered then at.next = null
      at = at.next
      n += 1
end SaveQueue

private[actor] object SaveQueue:
  /** So many are no program's plan. */
  final val Suspicious = 10_000

  /** So many messages tried in vain are worth remembering. */
  private inline val Worthwhile = 8
  private inline val Remembered = 4

  /** A behavior of class `of` has tried all messages up to this one, itself included; null: none. */
  private final class Progress(val of: Class[?], var upTo: Mailbox.Node | Null, var next: Progress | Null)
