package eddy.web.internal

import eddy.inference.Inference
import eddy.inference.report.Kind
import eddy.runtime.Engine
import eddy.state.{LockPolicy, UnprotectedStateException}
import eddy.web.{Metrics, ServerConfig, ServerStartException}

import java.lang.System.Logger.Level.{DEBUG, WARNING}
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.{CompletableFuture, TimeoutException}

/** Has the code of a server's handlers read, so that requests need not wait for that, and refuses those that
  * cannot be protected.
  */
private[eddy] final class Preparation private (reading: Seq[Preparation.Reading]):
  private val begunNanos = System.nanoTime

  /** Waits as long as the configuration says. The rest is read in the background; a handler that turns out
    * not to be protected is reported, and each request for it fails.
    * @throws ServerStartException for handlers that cannot be protected, with their lines and what to use
    *   instead; if the configuration is strict, also for handlers that run alone, and those that are not read
    *   by then
    */
  def finish(config: ServerConfig, engine: Engine): Unit =
    val nanos = config.analysisWithin.toNanos
    if nanos > 0 && reading.nonEmpty then
      try Engine.blocking(CompletableFuture.allOf(reading.map(_.found)*).get(nanos, NANOSECONDS)): Unit
      catch case _: TimeoutException => ()
    val (read, late) = reading.partition(_.found.isDone)
    if reading.nonEmpty then log(read.size)
    val found = if nanos > 0 then read.map(_.found.join) else Nil
    val refused = found.flatMap(_.refused)
    if refused.nonEmpty then
      val why = UnprotectedStateException(refused.mkString("\n"))
      throw ServerStartException(s"${why.getMessage}\n${Preparation.remedy}", why)
    if config.strict then checkStrictly(found.flatMap(_.alone), late.map(_.name), config)
    for one <- if nanos > 0 then late else reading do
      val _ = one.found.thenAccept(_.refused.foreach: why =>
        engine.report(
          UnprotectedStateException(s"$why\n${Preparation.remedy}"),
          "reading the handlers of a server"
        ))
  end finish

  private def checkStrictly(alone: Seq[String], late: Seq[String], config: ServerConfig): Unit =
    val unread = late.map: name =>
      s"$name is not analysed after ${config.analysisWithin}. Instead: raise ServerConfig.analysisWithin"
    val all = alone ++ unread
    if all.nonEmpty then
      throw ServerStartException(
        s"${all.mkString("\n")}\nWith ServerConfig(strict = false) the server starts."
      )

  private def log(read: Int): Unit =
    val millis = NANOSECONDS.toMillis(System.nanoTime - begunNanos)
    val left = if read < reading.size then s", ${reading.size - read} are left to be read" else ""
    System.getLogger("eddy.web").log(DEBUG, s"analysed $read handlers in $millis ms$left")
end Preparation

private[eddy] object Preparation:
  private val names = Map(
    Kind.Stateless -> "stateless",
    Kind.ReadOnly -> "read-only",
    Kind.Exclusive -> "exclusive"
  )

  /** A handler whose code is being read. */
  private final class Reading(val name: String, val found: CompletableFuture[Found])

  /** @param refused why it cannot be protected
    * @param alone why it, or a handler that it registers, runs alone
    */
  private final case class Found(refused: Option[String], alone: List[String])

  /** In the background, several at a time. */
  def begin(config: ServerConfig, tree: RouteTree, metrics: Metrics): Preparation =
    val all = if config.locks == LockPolicy.Unprotected then Nil else handlers(tree)
    val reading = if all.isEmpty then Nil else Inference.prepare(all, doubtful)
    new Preparation(all.zip(reading).map { case ((name, handler), one) =>
      new Reading(name, one.thenApply(refused => Found(refused, aloneOf(name, handler, metrics))))
    })

  /** A handler that runs alone holds up all others: its author should know. */
  private def aloneOf(name: String, handler: AnyRef, metrics: Metrics): List[String] =
    val own = Inference.alone(handler)
    val summary = Inference.summary(handler)
    metrics.handlers(if own.nonEmpty then "alone"
    else if summary.onlyAdds then "adding" else names(summary.kind))
    val all = own.map(why => s"$name $why").toList ++
      Inference.aloneLater(handler).map(why => s"$name registers a handler that $why")
    all.foreach(System.getLogger("eddy.web").log(WARNING, _))
    all

  // a monitor may guard it, of which nothing is known here
  private def doubtful(why: String): Unit =
    System.getLogger("eddy.web").log(
      WARNING,
      s"$why Without a monitor around each use of it updates get lost"
    )

  private val remedy =
    "With ServerConfig(locks = LockPolicy.Unprotected) no code is looked at, and no lock taken."

  /** The application's own, each with the name of its first route. */
  def handlers(tree: RouteTree): Seq[(String, AnyRef)] =
    val all = tree.routes.flatMap: route =>
      route.filters.flatMap(_.code).map(s"filter of $route" -> _) ++ handler(
        route
      ).map(route.toString -> _) ++
        route.apart
    all.distinctBy(_(1))

  /** What the application runs for its routes, each with the filters that it goes through; without a
    * handler where only these are the application's. Two routes with one handler and different filters are
    * two.
    */
  def behindFilters(tree: RouteTree): Seq[(String, Option[AnyRef], Seq[AnyRef])] =
    val all = tree.routes.flatMap: route =>
      val filters = route.filters.flatMap(_.code)
      (route.toString, handler(route), filters) +: route.apart.map((name, code) => (name, Some(code), Nil))
    val own = all.filter((_, handler, filters) => handler.nonEmpty || filters.nonEmpty)
    val (handled, others) = own.partition(_(1).nonEmpty)
    val kept = (handled.distinctBy((_, handler, filters) => (handler, filters)) ++ others).toSet
    own.filter(kept)

  private def handler(route: Route): Option[AnyRef] = route.action match
    case Action.Handler(_, code) => Option(code)
    case socket: Action.Socket => Some(socket.code)
end Preparation
