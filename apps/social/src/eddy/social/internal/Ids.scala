package eddy.social.internal

import java.security.SecureRandom
import java.time.InstantSource
import java.util.concurrent.atomic.AtomicReference

/** Ids of 128 bits: the time in milliseconds, and 80 random bits, as 26 characters in the order of time
  * (ULID). Those of one node ascend strictly. Any thread may call.
  */
private[social] final class Ids(clock: InstantSource):
  import Ids.*

  private val random = new SecureRandom
  private val last = new AtomicReference(Id(0, 0, 0))

  def next(): String =
    val before = last.get
    val now = clock.millis
    // within a millisecond, and when the clock goes back, the random part ascends
    val id = if now > before.millis then fresh(now) else before.successor.getOrElse(fresh(before.millis + 1))
    if last.compareAndSet(before, id) then id.text else next()

  private def fresh(millis: Long) = Id(millis, random.nextInt() & 0xffff, random.nextLong())
end Ids

private[social] object Ids:
  private val Digits = "0123456789abcdefghjkmnpqrstvwxyz"
  private val Length = 26
  private val BitsOfDigit = 5

  /** @param high 16 bits */
  private final case class Id(millis: Long, high: Int, low: Long):
    /** None after the last one of its millisecond. */
    def successor: Option[Id] =
      if low != -1 then Some(copy(low = low + 1))
      else Option.when(high != 0xffff)(Id(millis, high + 1, 0))

    def text: String =
      val number =
        (BigInt(millis) << 80) + (BigInt(high) << 64) + BigInt(java.lang.Long.toUnsignedString(low))
      String.valueOf(Array.tabulate(Length)(i => digit(number, Length - 1 - i)))

  private def digit(number: BigInt, place: Int): Char =
    Digits((number >> (place * BitsOfDigit)).toInt & ((1 << BitsOfDigit) - 1))
end Ids
