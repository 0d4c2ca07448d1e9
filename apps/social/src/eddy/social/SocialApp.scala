package eddy.social

import eddy.runtime.Engine
import eddy.social.internal.database.{Database, DeviceStore, PictureStore, Schema, SessionStore, UserStore}
import eddy.social.internal.embedded.EmbeddedServer
import eddy.social.internal.images.{Imager, PictureFiles}
import eddy.social.internal.{
  Ids,
  PictureRoutes,
  PictureSweep,
  Pools,
  SessionRoutes,
  SignIn,
  SignUp,
  SignedIn,
  TimeRoutes,
  Uploads,
  UserRoutes
}
import eddy.web.{NotReady, Readiness, Routes}

import java.time.{Instant, InstantSource}
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt
import scala.util.control.NonFatal

import io.micrometer.core.instrument.binder.MeterBinder

/** The social network over HTTP. docs/social.md describes its interface. Mount it with
  * `Routes ++ app.routes.under("/social")`, and close it after the server has stopped.
  *
  * Any number of nodes may use one database.
  */
final class SocialApp private (
    val config: SocialConfig,
    database: Database,
    private[social] val embedded: Option[EmbeddedServer],
    files: PictureFiles,
    clock: InstantSource
)(using engine: Engine)
    extends AutoCloseable:
  private given scala.concurrent.ExecutionContext = engine.executionContext

  private val schema = new Schema(database)
  private[social] val pools = new Pools(engine, config)
  private[social] val users = new UserStore(database, schema)
  private val ids = new Ids(clock)
  private val signUp = new SignUp(config, users, pools, ids, clock)

  private val sessions = new SessionStore(database, schema)
  private val devices = new DeviceStore(database, schema)
  private val signIn = new SignIn(config, users, sessions, devices, pools, clock)
  private val signedIn = new SignedIn(sessions, clock)
  private val sessionRoutes = new SessionRoutes(config, signIn, signedIn, sessions, clock)
  private val pictures = new PictureStore(database, schema)
  private val imager = new Imager(
    config.maxPicturePixels,
    config.maxPictureSide,
    config.maxPictureMemory,
    config.pictureWithin
  )
  private[social] val uploads = new Uploads(config, imager, files, pictures, pools, ids, clock)
  private[social] val sweep = new PictureSweep(files, pictures, pools, ids, config.databaseWithin)
  private val pictureRoutes = new PictureRoutes(config, signedIn, uploads, pictures, files)

  val routes: Routes =
    TimeRoutes(config, clock) ++ UserRoutes(config, signUp, users) ++ sessionRoutes.routes ++
      pictureRoutes.routes

  // what a node misses, since the database is away, is done the next time, or by another node
  private val timers = Vector(
    engine.every(SocialApp.ExpireEvery): () =>
      sessions.removeExpired(clock.instant): Unit
      devices.removeExpired(clock.instant): Unit
    ,
    engine.after(SocialApp.FirstSweep)(() => sweep.runSafely(Instant.now)),
    engine.every(SocialApp.SweepEvery)(() => sweep.runSafely(Instant.now))
  )

  /** Pools and operations of the database, to be bound to a server's registry. */
  val meters: MeterBinder = registry =>
    pools.bindTo(registry)
    uploads.bindTo(registry)
    sweep.bindTo(registry)
    database.operations.bindTo(registry)

  /** Adds the check `database`: whether it answers, has the indexes, and can be written. */
  def readiness(others: Readiness): Readiness =
    // the operations end by themselves within the limit
    val within = config.databaseWithin * 2 + 1.second
    others.check("database", within): () =>
      try
        Await.result(database.ping().zip(schema.ready), within): Unit
      catch case NonFatal(_) => throw NotReady("the database does not answer")
        // the cause may name folders; it is in the log
      if embedded.exists(_.problem.nonEmpty) then throw NotReady("the database cannot be written")
      true

  /** Closes the connections to the database, and the embedded one. Requests that still run fail. */
  def close(): Unit =
    timers.foreach(_.cancel())
    database.close()
    embedded.foreach(_.close())
end SocialApp

object SocialApp:
  private val ExpireEvery = 10.minutes
  private val SweepEvery = 1.hour
  // the start has other work
  private val FirstSweep = 1.minute

  /** Does not wait for a server: while the database is away, requests are answered with 503. If it
    * fails, nothing stays open.
    *
    * @throws IllegalStateException if the folder of the embedded database cannot be used
    * @throws java.io.IOException if the folder of the files cannot be used
    * @throws IllegalArgumentException for an address of a server that is invalid
    */
  def open(config: SocialConfig = SocialConfig(), clock: InstantSource = InstantSource.system)(using
      engine: Engine
  ): SocialApp =
    // before anything that is to be closed
    val files = PictureFiles.open(config.files)
    val connections = config.databaseConnections
    config.database match
      case SocialDatabase.Server(url) => connect(config, url, None, files, clock)
      case SocialDatabase.Memory =>
        embedding(EmbeddedServer.inMemory(connections))(connect(config, _, _, files, clock))
      case SocialDatabase.Folder(path) =>
        val server = EmbeddedServer.inFolder(path, connections, config.databaseWithin)
        embedding(server)(connect(config, _, _, files, clock))

  private def embedding(server: EmbeddedServer)(
      open: (String, Option[EmbeddedServer]) => SocialApp
  ): SocialApp =
    try open(server.url, Some(server))
    catch
      case failure: Throwable =>
        server.close()
        throw failure

  private def connect(
      config: SocialConfig,
      url: String,
      embedded: Option[EmbeddedServer],
      files: PictureFiles,
      clock: InstantSource
  )(using engine: Engine): SocialApp =
    val database =
      Database.open(engine, url, config.databaseConnections, config.databaseWithin, config.databasePending)
    try new SocialApp(config, database, embedded, files, clock)
    catch
      case failure: Throwable =>
        database.close()
        throw failure
end SocialApp
