package eddy.push

/** A message in its place. Channels without history have no positions: [[Publication.Unplaced]]. */
final case class Publication(channel: String, position: Position, message: Message) derives CanEqual:
  def offset: Long = position.offset

object Publication:
  /** The position of a publication without a history. */
  val Unplaced: Position = Position(0, "")
