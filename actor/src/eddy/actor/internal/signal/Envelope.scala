package eddy.actor.internal.signal

import eddy.actor.{ActorRef, Carried}

/** A message with its sender (see `sendFrom`), its time (in a system that keeps a list of its actors), the
  * context that the sender's carrier added (in a system with a [[Carrier]]), or the life of its receiver for
  * which it is, or the timer with a key that has sent it.
  *
  * @param sentNanos by the engine's clock; 0: not known
  * @param life of its receiver, which alone may take it, or a [[KeyedTimer]]; null: any
  */
private[actor] final class Envelope(
    val message: AnyRef,
    val sender: ActorRef[Nothing] | Null,
    val sentNanos: Long = 0,
    val along: Carried | Null = null,
    val life: AnyRef | Null = null
):
  def stamped(nanos: Long): Envelope = new Envelope(message, sender, nanos, along, life)

  /** Another message, with all that this one carries. */
  def withMessage(other: AnyRef): Envelope = new Envelope(other, sender, sentNanos, along, life)

  /** Runs `body` with the context of the message. */
  inline def within[A](inline body: A): A =
    val present = along
    if present == null then body else Envelope.within(present)(() => body)

private[actor] object Envelope:
  def nullSent(to: ActorRef[?]): NullPointerException =
    NullPointerException(s"null sent to $to: send a message that says what it means")

  /** `message` for that life of its receiver alone, or for any. */
  def of[M](life: AnyRef | Null, message: M): M =
    if life == null || message == null then message
    else new Envelope(message.asInstanceOf[AnyRef], null, life = life).asInstanceOf[M]

  /** The message itself, without its envelope. */
  def plain(message: Any): Any = message match
    case envelope: Envelope => envelope.message
    case other => other

  def within[A](present: Carried)(body: () => A): A =
    var result: Option[A] = None
    present.run(() => result = Some(body()))
    result.getOrElse(throw IllegalStateException(s"$present has not run what it was given"))

  /** The same message with the context `along`; a message that is forwarded keeps its first context. */
  def carrying(message: AnyRef, along: Carried): Envelope = message match
    case envelope: Envelope =>
      if envelope.along != null then envelope
      else new Envelope(envelope.message, envelope.sender, envelope.sentNanos, along, envelope.life)
    case plain => new Envelope(plain, null, along = along)

  /** The same, with the time it was sent. */
  def stamped(message: AnyRef, nanos: Long): Envelope = message match
    case envelope: Envelope => envelope.stamped(nanos)
    case plain => new Envelope(plain, null, nanos)
end Envelope
