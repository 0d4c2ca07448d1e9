package eddy.bench.abuse

import java.io.IOException
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.MILLISECONDS

/** A visitor who means well: asks for `/` five times a second, each time over a new connection from an
  * address
  * of its own, while others attack.
  */
private[bench] final class Probe(target: Target, over: CountDownLatch):
  private var millis = Vector.empty[Double]
  private var failed = Map.empty[String, Int]

  /** Until the attack is over; on a thread of its own. */
  private val thread = Thread.ofPlatform.name("abuse-probe").start(() =>
    while
      ask()
      !over.await(Probe.EveryMillis, MILLISECONDS)
    do ()
  )

  private def ask(): Unit =
    val began = System.nanoTime
    val answer =
      try
        val connection = Connection(target.connect(Probe.Network), target.host)
        try
          connection.write(connection.head("GET", "/", "Connection" -> "close"))
          connection.status().toString
        finally connection.close()
      catch case e: IOException => e.getClass.getSimpleName
    if answer == "200" then millis :+= (System.nanoTime - began) / 1e6
    else failed = failed.updatedWith(answer)(n => Some(n.getOrElse(0) + 1))

  /** Waits for the last answer. */
  def visits: Visits =
    thread.join()
    Visits(millis.sorted, failed)
end Probe

private[bench] object Probe:
  private final val EveryMillis = 200

  // of no attacker
  private final val Network = 10_000

/** What became of the requests for `/`.
  *
  * @param millis of those answered with 200, in ascending order
  * @param failed how many had another status or none, by what they had
  */
private[bench] final case class Visits(millis: Vector[Double], failed: Map[String, Int]):
  def asked: Int = millis.size + failed.values.sum

  def median: Double = if millis.isEmpty then 0 else millis(millis.size / 2)

  def worst: Double = millis.lastOption.getOrElse(0)
