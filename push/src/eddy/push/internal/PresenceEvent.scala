package eddy.push.internal

import eddy.push.{ClientInfo, PresenceCount, Publication}

import scala.concurrent.Promise
import scala.util.Try

/** A message to [[PresenceActor]]. */
private[push] enum PresenceEvent:
  // on this node
  case Came(channel: String, who: ClientInfo)
  case Went(channel: String, who: ClientInfo)
  case Who(channel: String, answer: Promise[Vector[ClientInfo]])
  case Count(channel: String, answer: Promise[PresenceCount])

  /** From other nodes, and this node's own messages. */
  case Heard(publications: IndexedSeq[Publication])

  /** Something may have been lost. */
  case Gap

  /** Messages of other nodes arrive from now on. */
  case Ready
  case Beat

  /** The last message is with the mediator, or has failed. */
  case Sent(result: Try[Unit])
  case Bye(done: Promise[Unit])
end PresenceEvent
