package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Reports, Workload}

/** A standing ring, with tokens that go round at once. */
private[threads] final class Ring(size: Int, tokens: Int) extends Workload:
  private val members = Ring.build(size)

  def go(n: Long): Done = timed:
    val ended = Reports(tokens)
    // evenly spread
    for i <- 0 until tokens do members((i.toLong * size / tokens).toInt).put(Token(n / tokens - 1, 1, ended))
    ended.await()

/** Building a ring, until a token has gone round it once. */
private[threads] final class RingStart(size: Int) extends Workload:
  def go(n: Long): Done =
    var members = Array.empty[Mailbox[Token | Stop]]
    val done = timed:
      val ended = Reports(1)
      members = Ring.build(size)
      members(0).put(Token(size, 0, ended))
      ended.await()
    val stopped = Reports(size)
    members.foreach(_.put(Stop(stopped)))
    val _ = stopped.await()
    done

private final case class Token(left: Long, made: Long, ended: Reports)
private final case class Stop(stopped: Reports)

private object Ring:
  def build(size: Int): Array[Mailbox[Token | Stop]] =
    val members = Array.fill(size)(new Mailbox[Token | Stop])
    for i <- 0 until size do spawn(member(members(i), members((i + 1) % size)))
    members

  private def member(own: Mailbox[Token | Stop], next: Mailbox[Token | Stop]): Unit =
    var standing = true
    while standing do
      own.take() match
        case Token(0, made, ended) => ended.report(made)
        case Token(left, made, ended) => next.put(Token(left - 1, made + 1, ended))
        case Stop(stopped) =>
          stopped.report(1)
          standing = false
end Ring
