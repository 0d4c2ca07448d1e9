package eddy.bench.peers.artery

/** Messages between the two processes. */
private[artery] sealed trait Wire

private[artery] object Wire:
  /** Start an actor of this kind, which says `Started`. */
  final case class Start(kind: String, count: Int) extends Wire
  final case class Started(count: Int) extends Wire

  final case class Ball(count: Long, payload: Array[Byte]) extends Wire
  final case class Data(payload: Array[Byte]) extends Wire

  /** The last of a batch. */
  final case class Mark(payload: Array[Byte]) extends Wire
  final case class Acknowledged(bytes: Long) extends Wire

  final case class Question(count: Int) extends Wire
  final case class Answer(count: Int) extends Wire

  /** @param last how many will have been received when the round is over */
  final case class News(last: Long) extends Wire
  final case class RoundOver(received: Long) extends Wire

  final case class End(count: Int) extends Wire
end Wire
