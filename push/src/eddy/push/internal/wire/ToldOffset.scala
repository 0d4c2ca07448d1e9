package eddy.push.internal.wire

/** Offsets from outside, unsigned with 64 bits as in the Centrifuge protocol. No history gets beyond
  * `Long.MaxValue`: a greater number stands for that, which no history has reached either.
  */
private[push] object ToldOffset:
  private val Most = (BigInt(1) << 64) - 1
  private val Reachable = BigInt(Long.MaxValue)

  /** The largest has one less; numbers of so many need not be read. */
  final val TooManyDigits = 21

  /** Or what is wrong with it. */
  def apply(told: BigInt): Either[String, Long] =
    if told < 0 || told > Most then Left(s"offset = $told: must be from 0 to $Most")
    else Right(told.min(Reachable).toLong)
end ToldOffset
