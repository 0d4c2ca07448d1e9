package eddy.testing

import java.lang.management.ManagementFactory

/** Names such as somebody chooses who wants a map of ours to be slow. */
object EqualHashes:
  /** So many texts of the same length and the same `hashCode`, for up to 65,536. */
  def names(n: Int): Seq[String] =
    (0 until n).map(i => (0 until 16).map(bit => if (i >> bit & 1) == 0 then "Aa" else "BB").mkString)

  /** How many times longer a thread computes with [[names]] than with as many of different hashes. */
  def slowdown(n: Int)(use: Seq[String] => Unit): Double =
    val others = (0 until n).map(i => f"$i%032d")
    val twins = names(n)
    use(others)
    val usual = cpuNanos(use(others))
    cpuNanos(use(twins)).toDouble / math.max(1_000_000, usual)

  private val threads = ManagementFactory.getThreadMXBean

  private def cpuNanos(action: => Unit): Long =
    val before = threads.getCurrentThreadCpuTime
    action
    threads.getCurrentThreadCpuTime - before
end EqualHashes
