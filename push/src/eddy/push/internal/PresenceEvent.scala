package eddy.push.internal

import eddy.push.{ClientInfo, PresenceCount, Publication}

import scala.concurrent.Promise
import scala.util.Try

/** What [[PresenceActor]] is told. */
private[push] enum PresenceEvent:
  // on this node
  case Came(channel: String, who: ClientInfo)
  case Went(channel: String, who: ClientInfo)
  case Who(channel: String, answer: Promise[Vector[ClientInfo]])
  case Count(channel: String, answer: Promise[PresenceCount])

  /** From other nodes, and what this one has told. */
  case Heard(publications: IndexedSeq[Publication])

  /** Something may have been lost. */
  case Gap

  /** What is told is heard from now on. */
  case Ready
  case Beat

  /** What was told last is with the mediator, or is not. */
  case Sent(result: Try[Unit])
  case Bye(done: Promise[Unit])
end PresenceEvent
