package eddy.actor

import eddy.actor.internal.signal.Envelope

// The style of the paper and of scala.actors, where a message carries its sender. In typed protocols an
// address in the message itself (`case Get(to: ActorRef[Int])`) is the better way: the compiler checks the
// type of the answer.

extension [M](ref: ActorRef[M])
  /** Sends with this actor as the [[sender]]. */
  def sendFrom(message: M)(using actor: Actor[?]): Unit =
    sendAs(actor.cell.asInstanceOf[ActorRef[Nothing]], ref, message)

  /** Sends with the sender of the message that is being handled, so that the answer goes there and not here.
    */
  def forward(message: M)(using actor: Actor[?]): Unit =
    sendAs(currentSender(actor), ref, message)

/** The sender of the message that is being handled.
  *
  * @throws IllegalStateException when it was sent without a sender, by `!`, or when none is being handled:
  *   after a `receive` has returned
  */
def sender[R](using actor: Actor[?]): ActorRef[R] = currentSender(actor).asInstanceOf[ActorRef[R]]

/** Sends `answer` to the [[sender]], with this actor as its sender. What the sender takes is not checked. */
def reply(answer: Any)(using Actor[?]): Unit = sender[Any].sendFrom(answer)

private def sendAs(sender: ActorRef[Nothing], to: ActorRef[?], message: Any): Unit =
  if message == null then throw Envelope.nullSent(to)
  to.asInstanceOf[ActorRef[Any]] ! new Envelope(message.asInstanceOf[AnyRef], sender)

private def currentSender(actor: Actor[?]): ActorRef[Nothing] =
  val cold = actor.cell.cold
  val known = if cold == null then null else cold.sender
  if known != null then known
  else
    throw IllegalStateException(
      "no message with a sender is being handled: send it by sendFrom and not by !, answer it in the case that takes it, " +
        "or put the address to answer to into the message"
    )
