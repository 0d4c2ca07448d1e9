package eddy.bench.contest

import java.util.Locale

/** Numbers as people read them: three digits that mean something. */
private[bench] object Figure:
  def apply(value: Double): String =
    val size = math.abs(value)
    val digits =
      if size >= 99.95 || size == 0 then 0 else if size >= 9.995 then 1 else if size >= 0.9995 then 2 else 3
    s"%,.${digits}f".formatLocal(Locale.ROOT, value)

  def times(ratio: Double): String = s"${Figure(ratio)}x"

  /** For a machine. */
  def plain(value: Double): String =
    BigDecimal(value).round(new java.math.MathContext(6)).bigDecimal.stripTrailingZeros.toPlainString
