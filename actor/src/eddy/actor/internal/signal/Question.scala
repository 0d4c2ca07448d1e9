package eddy.actor.internal.signal

import eddy.actor.{ActorRef, AskedFailedException, DeadLetter, UnansweredException}

/** A question on its way: an address for one answer, which fails when no actor is left that may answer. */
private[actor] trait Question:
  /** It is about to be sent to several side by side. */
  private[actor] def split(by: ActorRef[?] | Null, to: Iterable[ActorRef[?]]): Unit

  /** None of those took it. */
  private[actor] def joined(by: ActorRef[?], to: Iterable[ActorRef[?]]): Unit

  /** `receiver` will not answer; the question fails when no other actor is left. */
  private[actor] def without(receiver: ActorRef[?], why: => Throwable): Unit

private[actor] object Question:
  /** A message was lost. If it is a question, or holds the address for an answer in one of its fields or of
    * their fields, the asking actor need not wait for its timeout, unless others received the message beside
    * `receiver`.
    */
  def unanswered(message: Any, receiver: ActorRef[?], reason: DeadLetter.Reason): Unit =
    each(message)(_.without(receiver, UnansweredException(receiver, reason)))

  /** As [[unanswered]]: the actor that was handling the message has failed. */
  def failed(message: Any, receiver: ActorRef[?], cause: Throwable): Unit =
    each(message)(_.without(receiver, AskedFailedException(receiver, cause)))

  /** A message is about to be sent to several actors: the asking actor is notified when all of them have lost
    * it.
    *
    * @param by the address that stands for them, if any
    */
  def split(message: Any, by: ActorRef[?] | Null, to: Iterable[ActorRef[?]]): Unit =
    if to.nonEmpty then each(message)(_.split(by, to))

  /** After [[split]]: none of them took it, and the sender still has it. */
  def joined(message: Any, by: ActorRef[?], to: Iterable[ActorRef[?]]): Unit = each(message)(_.joined(by, to))

  /** Whether it is a question, as far as can be seen. */
  def isIn(message: Any): Boolean =
    var found = false
    each(message)(_ => found = true)
    found

  private def each(message: Any)(act: Question => Unit): Unit = message match
    case envelope: Envelope => each(envelope.message)(act)
    case plain => each(plain, Depth, act)

  private def each(part: Any, depth: Int, act: Question => Unit): Unit = part match
    case question: Question => act(question)
    // of a list, only the first would be seen
    case _: Iterable[?] if depth < Depth => ()
    case several: Product if depth > 0 => several.productIterator.foreach(each(_, depth - 1, act))
    case _ => ()

  /** Fields of the message, and their fields: `contramap` often puts a question into a message. */
  private inline val Depth = 2
end Question
