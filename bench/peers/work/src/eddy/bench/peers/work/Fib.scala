package eddy.bench.peers.work

import java.math.BigInteger

/** Fibonacci numbers as the papers have them computed, to keep a processor busy. */
object Fib:
  /** By the definition, hence about 1.6^n^ calls. */
  def recursive(n: Int): Long = if n < 2 then n else recursive(n - 1) + recursive(n - 2)

  /** The n-th, by n additions of growing numbers; of the result the last 20 decimal digits, without leading zeros. */
  def lastDigits(n: Int): String =
    require(n >= 0, s"n=$n: it must not be negative")
    var (a, b) = (BigInteger.ZERO.nn, BigInteger.ONE.nn)
    var left = n
    while left > 0 do
      val next = a.add(b)
      a = b
      b = next
      left -= 1
    a.mod(modulus).toString

  private val modulus = BigInteger.TEN.pow(20)
