package eddy.web

import eddy.web.internal.{NettyRequest, ReadinessRun, ServerPhase}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Whether a service can do its work: checks of its dependencies, to be asked at `/ready`. An immutable
  * value, built by adding checks to `Readiness()`.
  *
  * Answers 200 when all checks pass, else 503. In both cases it lists the name of each check and whether it
  * passed; the reason is listed only where the check gave one by [[NotReady]]. The checks run beside each
  * other, each as an event of its own under the locks that its code needs; they may block.
  *
  * @param cacheFor how long a result is given again; requests that come while the checks run share their
  *   result
  */
final class Readiness private (
    checks: Vector[ReadinessRun.Check],
    cacheFor: FiniteDuration,
    isDiscreet: Boolean
):
  /** Adds a check: `false` or an exception means not ready. One that takes longer than `within` has failed,
    * and is not started again while it still runs. The reason of a failure is logged once until the check
    * passes again, which is logged, too: a [[NotReady]] as a warning (System.Logger `eddy.web`), anything
    * else by the engine's reporter.
    */
  def check(name: String, within: FiniteDuration = 1.second)(passes: () => Boolean): Readiness =
    require(name.nonEmpty, "name is empty: name what is checked, such as database")
    require(!checks.exists(_.name == name), s"check \"$name\" exists already: give each a name of its own")
    internal.Checks.positive("within", within)
    new Readiness(checks :+ ReadinessRun.Check(name, within, passes), cacheFor, isDiscreet)

  /** The names of the checks, and why one has failed, only for requests that [[LocalOnly]] lets pass;
    * others learn the status.
    */
  def discreet: Readiness = new Readiness(checks, cacheFor, isDiscreet = true)

  /** `/ready`: for balancers, which should not send requests where they cannot be answered. From the start of
    * the server's stop it says 503 without running the checks.
    */
  def routes: Routes =
    val run = ReadinessRun(checks, cacheFor)
    Routes.own("/ready", Standing.Ready): (request, response) =>
      val core = NettyRequest.coreOf(request)
      val _ = response.header("Cache-Control", "no-store")
      if core.phase != ServerPhase.Serving then ReadinessRun.answer(response, "stopping", Nil)
      else
        val isShown = !isDiscreet || LocalOnly.isLocal(request)
        run.outcome(core): results =>
          ReadinessRun.answer(response, ReadinessRun.status(results), if isShown then results else Nil)
    .running(checks.map(c => s"readiness check ${c.name}" -> c.passes))
end Readiness

/** Thrown by a check, to tell everybody who asks why the service is not ready.
  *
  * @param why must hold nothing secret
  */
final class NotReady(val why: String) extends Exception(why, null, false, false)

object Readiness:
  def apply(cacheFor: FiniteDuration = 1.second): Readiness =
    require(cacheFor.toMillis >= 0, s"cacheFor = $cacheFor: must not be negative")
    new Readiness(Vector.empty, cacheFor, isDiscreet = false)
