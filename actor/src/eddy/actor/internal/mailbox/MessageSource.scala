package eddy.actor.internal.mailbox

import eddy.runtime.spi.Mailbox

/** Decides which message of an actor comes next: the mailbox alone ([[MessageSource.Direct]]), or a bounded
  * queue beside it, whose messages are merged with what the system sends past it. The actor asks it at each
  * step of a message's life:
  *
  * {{{
  *   behind      merged, poll      claim        tried
  *   sent     -> taken          -> in hand   -> matched, or kept for a later behavior
  * }}}
  */
private[actor] abstract class MessageSource:
  /** Any thread: the event that the system sends in place of `event`, so that it is handled after the
    * messages that were accepted before.
    */
  def behind(event: AnyRef): AnyRef

  /** Owner only: the events taken from the mailbox, with the waiting messages that come before some of them.
    */
  def merged(taken: Mailbox.Node | Null): Mailbox.Node | Null

  /** Owner only: one more waiting message, with the events to be handled before it; null without one. Lost
    * messages may be removed from `saved`.
    */
  def poll(saved: SaveQueue | Null): Mailbox.Node | Null

  /** Owner only: a message is about to be tried. False when it was lost meanwhile, to make room. */
  def claim(node: Mailbox.Node): Boolean

  /** Owner only: a claimed message was tried. Unless it matched it waits for the next behavior. */
  def tried(node: Mailbox.Node, matched: Boolean): Unit

  /** Refuses messages from now on; returns those not polled, oldest first. */
  def close(): List[Mailbox.Node]
end MessageSource

private[actor] object MessageSource:
  /** The mailbox alone: messages arrive in order, and none is lost. */
  object Direct extends MessageSource:
    def behind(event: AnyRef): AnyRef = event
    def merged(taken: Mailbox.Node | Null): Mailbox.Node | Null = taken
    def poll(saved: SaveQueue | Null): Mailbox.Node | Null = null
    def claim(node: Mailbox.Node): Boolean = true
    def tried(node: Mailbox.Node, matched: Boolean): Unit = ()
    def close(): List[Mailbox.Node] = Nil
