package eddy.trading.internal

import java.lang.System.Logger.Level
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit.MINUTES

/** Markets whose engine has failed while it was at them: nobody knows what they are, so they are made again from what the
  * database says. One that fails again and again is halted, and so is one without a database.
  */
private[trading] final class Recovery(storage: Option[Storage]):
  import Recovery.*
  private val failures = new ConcurrentHashMap[Int, Vector[Long]]
  private val away = ConcurrentHashMap.newKeySet[Int].nn

  /** No market is away. */
  def isWhole: Boolean = away.isEmpty

  /** It is made again, or halted. */
  def isAway(market: Int): Boolean = !away.isEmpty && away.contains(market)

  /** The market comes by the handover. Any thread. */
  def begin(failed: Market): Handover =
    val number = failed.number
    val handover = new Handover(number)
    away.add(number): Unit
    def halt(why: String): Unit =
      log.log(Level.ERROR, s"market $number is halted until the service is restarted: $why")
      handover.lose()
    storage match
      case None => halt("its engine has failed, and without a database it cannot be made again")
      case Some(_) if lately(number) > MostFailures =>
        halt(s"its engine has failed more than $MostFailures times within $WithinMinutes minutes")
      case Some(storage) =>
        log.log(Level.WARNING, s"market $number is made again from its journal: its engine has failed")
        storage.again(failed):
          case Right(market) =>
            away.remove(number): Unit
            handover.give(market)
          case Left(why) => halt(why)
    handover

  private def lately(number: Int): Int =
    val now = System.nanoTime
    val times = failures.merge(
      number,
      Vector(now),
      (before, one) => before.filter(now - _ < MINUTES.toNanos(WithinMinutes)) ++ one
    )
    times.nn.size
end Recovery

private[trading] object Recovery:
  private val MostFailures = 5
  private val WithinMinutes = 10L
  private val log = System.getLogger("eddy.trading").nn
