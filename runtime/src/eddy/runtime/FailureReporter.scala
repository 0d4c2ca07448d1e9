package eddy.runtime

import java.lang.System.Logger.Level

/** Hears of every failure that has no caller left to be thrown to. Called by workers and other threads; must
  * be quick.
  */
trait FailureReporter:
  /** @param where in which kind of event, for a person to read */
  def report(failure: Throwable, where: String): Unit

  /** As [[report]], and never throws. */
  private[eddy] final def tell(failure: Throwable, where: String): Unit =
    try report(failure, where)
    catch
      case second: Throwable =>
        // the last resort: the reporter itself is broken
        System.err.println(s"eddy: the failure reporter failed ($second) on a failure in $where")
        failure.printStackTrace()

object FailureReporter:
  /** Writes to the platform's logger `eddy.runtime`, at level ERROR, with the stack trace. */
  val log: FailureReporter = (failure, where) =>
    System.getLogger("eddy.runtime").nn.log(Level.ERROR, s"failure in $where", failure)
