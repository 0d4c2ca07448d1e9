package eddy.remote.internal.node

import eddy.actor.ActorRef

import java.util.concurrent.ConcurrentHashMap

/** The questions that a session has carried to the other node, and that have no answer yet: with the actors
  * there that received each of them. Questions that are only forwarded here count, too. Any thread.
  */
private[remote] final class QuestionTable:
  import QuestionTable.*

  private val pending = new ConcurrentHashMap[Key, Asking]()

  def size: Int = pending.size

  /** `receiver` is about to receive the question. True if it is the first one. */
  def add(key: Key, question: ActorRef[?], receiver: ActorRef[?]): Boolean =
    val now = pending.compute(
      key,
      (_, known) => Asking(question, receiver :: (if known == null then Nil else known.receivers))
    )
    now.nn.receivers.sizeIs == 1

  /** `receiver` does not receive it after all. */
  def remove(key: Key, receiver: ActorRef[?]): Unit =
    pending.computeIfPresent(key, (_, known) => known.without(receiver)): Unit

  /** The question is over. */
  def forget(key: Key): Unit = pending.remove(key): Unit

  /** The other node reports a loss. It does not say for which receiver: each reports at most one, so any of
    * them stands for it.
    */
  def takeOne(key: Key): Loss | Null =
    var loss: Loss | Null = null
    pending.computeIfPresent(
      key,
      (_, known) =>
        val receiver = known.receivers.last
        loss = Loss(known.question, receiver)
        known.without(receiver)
    ): Unit
    loss

  /** All are lost. */
  def takeAll(): List[Loss] =
    var all = List.empty[Loss]
    pending.forEach: (key, asking) =>
      if pending.remove(key, asking) then
        all = asking.receivers.reverse.map(Loss(asking.question, _)) ::: all
    all
end QuestionTable

private[remote] object QuestionTable:
  /** The address for the answer.
    *
    * @param incarnation of the node that asked
    */
  final case class Key(incarnation: Long, number: Long) derives CanEqual

  final class Loss(val question: ActorRef[?], val receiver: ActorRef[?])

  private final class Asking(val question: ActorRef[?], val receivers: List[ActorRef[?]]):
    /** Null: nobody is left. */
    def without(receiver: ActorRef[?]): Asking | Null =
      val left = receivers.diff(List(receiver))
      if left.isEmpty then null else new Asking(question, left)
