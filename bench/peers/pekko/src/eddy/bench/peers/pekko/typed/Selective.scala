package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.typed.scaladsl.{ActorContext, Behaviors, StashBuffer}
import org.apache.pekko.actor.typed.{ActorRef, Behavior}

private[pekko] final class Selective(unmatched: Int) extends TypedWorkload:
  import Selective.*

  private val asking = inside: context =>
    val echoing = context.spawnAnonymous(echo)
    context.spawnAnonymous(asker(echoing, capacity = unmatched + 1))
  for i <- 1 to unmatched do asking ! Unmatched(i)

  def go(n: Long): Done = timed(1)(reports => asking ! Go(n, reports))

private[pekko] object Selective:
  sealed trait Message
  final case class Go(asks: Long, reports: Reports) extends Message
  final case class Unmatched(number: Int) extends Message
  final case class Answer(number: Int) extends Message
  final case class Question(replyTo: ActorRef[Answer])

  def asker(echoing: ActorRef[Question], capacity: Int): Behavior[Message] = Behaviors.setup: context =>
    Behaviors.withStash(capacity)(stash => Asker(context, stash, echoing).idle)

  /** What a state does not handle is stashed, and a change of state brings all of it back, as the next state may handle
    * it: so documented, and the only way to have a selective receive in general.
    */
  private final class Asker(
      context: ActorContext[Message],
      stash: StashBuffer[Message],
      echoing: ActorRef[Question]
  ):
    def idle: Behavior[Message] = Behaviors.receiveMessage:
      case Go(asks, reports) => question(asks, 0, reports)
      case other => keep(other)

    private def question(left: Long, sum: Long, reports: Reports): Behavior[Message] =
      echoing ! Question(context.self)
      stash.unstashAll(waiting(left, sum, reports))

    private def waiting(left: Long, sum: Long, reports: Reports): Behavior[Message] =
      Behaviors.receiveMessage:
        case Answer(number) =>
          if left > 1 then question(left - 1, sum + number, reports)
          else
            reports.report(sum + number)
            stash.unstashAll(idle)
        case other => keep(other)

    private def keep(message: Message): Behavior[Message] =
      val _ = stash.stash(message)
      Behaviors.same
  end Asker

  val echo: Behavior[Question] = Behaviors.receiveMessage: question =>
    question.replyTo ! Answer(1)
    Behaviors.same
end Selective
