package eddy.web.internal

import eddy.runtime.Engine
import eddy.state.inference.{Inference, Kind}
import eddy.state.{LockPolicy, UnprotectedStateException}
import eddy.web.{Metrics, ServerConfig, ServerStartException}

import java.lang.System.Logger.Level.{DEBUG, WARNING}
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.{CompletableFuture, TimeoutException}

/** Has the code of a server's callbacks read, so that requests need not wait for that, and refuses those that cannot be
  * protected.
  */
private[eddy] final class Preparation private (reading: Seq[CompletableFuture[Option[String]]]):
  private val begunNanos = System.nanoTime

  /** Waits as long as the configuration says. What is not read by then is read in the background; if it cannot be protected,
    * that is reported, and each request for it fails.
    * @throws ServerStartException for callbacks that cannot be protected, with their lines and what to use instead
    */
  def finish(config: ServerConfig, engine: Engine): Unit =
    val nanos = config.analysisWithin.toNanos
    if nanos > 0 && reading.nonEmpty then
      try Engine.blocking(CompletableFuture.allOf(reading*).get(nanos, NANOSECONDS)): Unit
      catch case _: TimeoutException => ()
    val (read, late) = reading.partition(_.isDone)
    if reading.nonEmpty then log(read.size)
    val refused = if nanos > 0 then read.flatMap(_.join) else Nil
    if refused.nonEmpty then
      val why = UnprotectedStateException(refused.mkString("\n"))
      throw ServerStartException(s"${why.getMessage}\n${Preparation.remedy}", why)
    for one <- if nanos > 0 then late else reading do
      val _ = one.thenAccept(_.foreach: why =>
        engine.report(
          UnprotectedStateException(s"$why\n${Preparation.remedy}"),
          "reading the callbacks of a server"
        ))

  private def log(read: Int): Unit =
    val millis = NANOSECONDS.toMillis(System.nanoTime - begunNanos)
    val left = if read < reading.size then s", ${reading.size - read} are left to be read" else ""
    System.getLogger("eddy.web").log(DEBUG, s"analysed $read callbacks in $millis ms$left")
end Preparation

private[eddy] object Preparation:
  private val names = Map(
    Kind.Stateless -> "stateless",
    Kind.NonExclusive -> "read-only",
    Kind.Exclusive -> "exclusive"
  )

  /** In the background, several at a time. */
  def begin(config: ServerConfig, tree: RouteTree, metrics: Metrics): Preparation =
    val all = if config.locks == LockPolicy.Unprotected then Nil else callbacks(tree)
    val reading = if all.isEmpty then Nil else Inference.prepare(all, doubtful)
    new Preparation(all.zip(reading).map { case ((name, handler), one) =>
      one.thenApply: refused =>
        count(name, handler, metrics)
        refused
    })

  /** A handler that runs alone holds up all others: its author should know. */
  private def count(name: String, handler: AnyRef, metrics: Metrics): Unit =
    val alone = Inference.alone(handler)
    metrics.handlers(if alone.isEmpty then names(Inference.summary(handler).kind) else "alone")
    alone.foreach(why => System.getLogger("eddy.web").log(WARNING, s"$name $why"))

  // a monitor may guard it, of which nothing is known here
  private def doubtful(why: String): Unit =
    System.getLogger("eddy.web").log(
      WARNING,
      s"$why. Without a monitor around each use of it updates get lost"
    )

  private val remedy =
    "With ServerConfig(locks = LockPolicy.Unprotected) no code is looked at, and no lock taken."

  /** The application's own, each with the name of its first route. */
  def callbacks(tree: RouteTree): Seq[(String, AnyRef)] =
    val all = tree.routes.flatMap: route =>
      route.filters.flatMap(_.code).map(s"filter of $route" -> _) ++ (route.action match
        case Action.Callback(_, code) if code != null => Some(route.toString -> code)
        case Action.Socket(_, open) => Some(route.toString -> open)
        case _ => None) ++ route.apart
    all.distinctBy(_(1))
end Preparation
