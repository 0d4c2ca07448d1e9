package eddy.actor
package mailbox

/** What an actor with a bounded mailbox does that takes messages by their remainder: in phase `p` those with
  * `n % 3 == p`, and the next phase is `n / 3 % 3`. As simple as can be; messages differ.
  */
final class MailboxModel(capacity: Int, overflow: Overflow[Int]):
  private var waiting = Vector.empty[Int]
  private var phase = 0
  private var refused, dropped, replaced, slowed = 0L

  /** The handled messages, and the dead letters, in order. */
  var taken: Vector[Int] = Vector.empty
  var lost: Vector[Int] = Vector.empty

  def stats: MailboxStats = MailboxStats(waiting.size, refused, dropped, replaced, slowed)

  /** To an actor that has nothing left to try. */
  def send(n: Int): Delivery =
    val isFull = waiting.size == capacity
    val delivery = overflow match
      case Overflow.KeepLatest(key) if waiting.exists(key(_) == key(n)) =>
        val earlier = waiting.filter(key(_) == key(n))
        replaced += earlier.size
        lost ++= earlier
        waiting = waiting.diff(earlier)
        accept(n)
      case _ if !isFull => accept(n)
      case Overflow.DropOldest =>
        dropped += 1
        lost :+= waiting.head
        waiting = waiting.tail
        accept(n)
      case Overflow.DropNewest =>
        dropped += 1
        lost :+= n
        Delivery.Dropped
      case Overflow.SlowSender(_) =>
        slowed += 1
        refuse()
      case Overflow.Refuse | Overflow.KeepLatest(_) => refuse()
    settle()
    delivery
  end send

  private def accept(n: Int): Delivery =
    waiting :+= n
    Delivery.Accepted

  private def refuse(): Delivery =
    refused += 1
    Delivery.Full

  private def settle(): Unit =
    var next = waiting.find(_ % 3 == phase)
    while next.nonEmpty do
      val n = next.get
      waiting = waiting.filter(_ != n)
      taken :+= n
      phase = n / 3 % 3
      next = waiting.find(_ % 3 == phase)
end MailboxModel
