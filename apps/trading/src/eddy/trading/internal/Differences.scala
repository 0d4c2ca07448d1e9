package eddy.trading.internal

/** What was found wrong: all are counted, the first are kept. */
private[trading] final class Differences(kept: Int):
  private val texts = Vector.newBuilder[String]
  private var count = 0L

  def add(text: String): Unit =
    if count < kept then texts += text: Unit
    count += 1

  def first: Vector[String] = texts.result()
  def found: Long = count
