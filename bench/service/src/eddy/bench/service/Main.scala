package eddy.bench.service

import eddy.bench.peers.work.ServerArguments
import eddy.runtime.{Engine, EngineConfig}
import eddy.state.LockPolicy
import eddy.web.{Limits, Routes, Server, ServerConfig}

import java.nio.file.Path

/** Eddy in `./eddy bench web`, as its users write it. Besides what all contenders know: `spares=0` keeps loops that are busy from being
  * stood in for, so that their number is what is measured; `locks=requeue` or `locks=off` instead of the default policy; `files`, a
  * folder to serve; `actors`, how many pass messages beside.
  */
object Main:
  def main(args: Array[String]): Unit =
    val arguments = ServerArguments.parse(args.toSeq, others = Set("spares", "locks", "files", "actors"))
    val own = arguments.others
    val defaults = EngineConfig()
    val spares = own.get("spares").map(_.toInt).getOrElse(defaults.maxSpareWorkers)
    given Engine = Engine.start(defaults.copy(workers = arguments.loops, maxSpareWorkers = spares))
    own.get("actors").foreach(count => BusyActors.start(count.toInt))
    val files = own.get("files").fold(Routes: Routes)(folder => Routes.filesOnDisk("/files", Path.of(folder)))
    val config = ServerConfig(
      port = arguments.port,
      accessLog = false,
      compression = own.contains("files"),
      limits = Limits(maxConnections = 100_000),
      locks = policy(own.get("locks"))
    )
    Server(config).start(Service.routes ++ Shared().routes ++ files).awaitStop()

  private def policy(name: Option[String]): LockPolicy = name match
    case None | Some("park") => LockPolicy.Park
    case Some("off") => LockPolicy.Unprotected
    case Some("requeue") => LockPolicy.Requeue(10)
    case Some(other) => throw IllegalArgumentException(s"locks=$other: must be park, requeue or off")
end Main
