package eddy.push.jgroups.internal

import eddy.push.Position

/** What nodes say to each other. A *term* is the time in which one coordinator numbers; its frames count from
  * 1, for all channels together, and every node applies them in that order, so that all hold the same
  * histories.
  */
private[jgroups] enum Frame:
  // to all, by the coordinator

  /** @param node the node that has requested it, by `id`; 0 for none
    * @param confirmers so many nodes that come next in the view are to say [[Have]]: somebody waits for it
    */
  case Numbered(term: String, number: Long, node: String, id: Long, confirmers: Int, entry: Entry)

  /** From now on `term` holds. It continues the other term at this number. Sent to one node with the same
    * value for both: the term continues, and the coordinator counts on this node, when that is as far.
    */
  case Term(term: String, after: String, last: Long)

  // to the coordinator

  /** The entries of the sender, sent to the coordinator of each view, and again without an answer; without a
    * term it needs everything.
    *
    * @param earlier the terms that precede `term`, newest first
    * @param isOnStream no later number of this coordinator can have passed by the sender, as far as it knows
    */
  case Hello(view: Long, term: String, last: Long, earlier: Vector[String], isOnStream: Boolean)

  /** Counts in that term alone: a node in another term asks again. */
  case Ask(term: String, node: String, id: Long, request: Request)

  /** Has everything up to there. */
  case Have(term: String, last: Long)

  /** Channels that the sender has subscribers on, though little happens there. */
  case Uses(channels: Vector[String])

  // by the coordinator, to one node

  /** Is to send what it has of this term after the number, and a Hello; without a term, everything. */
  case Want(term: String, after: Long)
  case Refused(id: Long, why: String)
  case Known(id: Long, position: Option[Position])

  /** The answer to [[Request.Look]]: the node that answers has seen all that was acknowledged when it was
    * asked.
    */
  case Reached(id: Long, term: String, last: Long)

  /** A piece of everything, of the view in which it was asked for; see [[Snapshot]]. */
  case Piece(view: Long, transfer: Long, index: Int, isLast: Boolean, bytes: Array[Byte])
end Frame

/** An entry that the coordinator numbers. */
private[jgroups] enum Entry:
  /** @param message by MessageCodec */
  case Publication(channel: String, position: Position, message: Array[Byte])

  /** The channel has another life, in which nothing was published yet. */
  case Begun(channel: String, epoch: String)

  /** These are unused for long, and no entry of them is stored. All nodes forget the same ones, or some would
    * know positions that others do not.
    */
  case Dropped(channels: Vector[String])

  /** The stored publications of the channel goes; its epoch and offset stay. */
  case Cleared(channel: String)

/** What a node asks of the coordinator. */
private[jgroups] enum Request:
  case Publish(channel: String, message: Array[Byte])
  case Forget(channel: String)

  /** How far the term is; the channel has a life from then on. */
  case Look(channel: String)

  def channel: String
