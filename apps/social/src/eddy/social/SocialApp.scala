package eddy.social

import eddy.push.{Channels, Namespace}
import eddy.runtime.Engine
import eddy.social.internal.database.{
  Database,
  DeviceStore,
  LikeStore,
  PictureStore,
  Schema,
  SessionStore,
  UserStore
}
import eddy.social.internal.embedded.EmbeddedServer
import eddy.social.internal.images.{Imager, PictureFiles}
import eddy.social.internal.{
  Ids,
  LikeFeed,
  LikeRoutes,
  Likes,
  PictureRoutes,
  PictureSweep,
  PictureWatchers,
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
    channels: Option[Channels],
    clock: InstantSource
)(using engine: Engine)
    extends AutoCloseable:
  private given scala.concurrent.ExecutionContext = engine.executionContext

  private val schema = new Schema(database)
  private[social] val pools = new Pools(engine, config)
  private[social] val users = new UserStore(database, schema)
  private val ids = new Ids(clock)
  private val signUp = new SignUp(config, users, pools, ids, clock)

  private[social] val sessionStore = new SessionStore(database, schema)
  private val devices = new DeviceStore(database, schema)
  private val signIn = new SignIn(config, users, sessionStore, devices, pools, clock)
  private val signedIn = new SignedIn(sessionStore, clock)
  private val sessionRoutes = new SessionRoutes(config, signIn, signedIn, sessionStore, clock)
  private val pictures = new PictureStore(database, schema)
  private[social] val likeStore = new LikeStore(database, schema)
  private val imager = new Imager(
    config.maxPicturePixels,
    config.maxPictureSide,
    config.maxPictureMemory,
    config.pictureWithin
  )
  private[social] val uploads = new Uploads(config, imager, files, pictures, likeStore, pools, ids, clock)
  private[social] val sweep = new PictureSweep(files, pictures, pools, ids, config.databaseWithin)
  private val pictureRoutes = new PictureRoutes(config, signedIn, uploads, pictures, files)

  // its operations end by themselves
  private val settleAfter = config.databaseWithin * 3 + 10.seconds
  private[social] val likes =
    new Likes(engine, likeStore, pictures, new LikeFeed(channels), ids, clock, settleAfter)
  private[social] val watchers = new PictureWatchers
  private val likeRoutes =
    new LikeRoutes(config, signedIn, likes, likeStore, pictures, channels, watchers, clock)

  val routes: Routes =
    TimeRoutes(config, clock) ++ UserRoutes(config, signUp, users) ++ sessionRoutes.routes ++
      pictureRoutes.routes ++ likeRoutes.routes

  // what a node misses, since the database is away, is done the next time, or by another node
  private val timers = Vector(
    engine.every(SocialApp.ExpireEvery): () =>
      sessionStore.removeExpired(clock.instant): Unit
      devices.removeExpired(clock.instant): Unit
    ,
    engine.every(SocialApp.SettleEvery)(() => likes.settleSafely()),
    // clients that may no longer watch are disconnected within a second
    engine.every(SocialApp.RecheckEvery)(() => watchers.recheck(pictures): Unit),
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
  /** What the channels of the live feed need: add it to the namespaces of [[eddy.push.ChannelsConfig]]. */
  val namespace: Namespace = Namespace("picture")

  private val ExpireEvery = 10.minutes
  private val SweepEvery = 1.hour
  private val SettleEvery = 1.minute
  private val RecheckEvery = 500.millis
  // the start has other work
  private val FirstSweep = 1.minute

  /** Does not wait for a server: while the database is away, requests are answered with 503. If it
    * fails, nothing stays open.
    *
    * @param channels where likes are published, with [[namespace]]; without them there is no live feed
    * @throws IllegalStateException if the folder of the embedded database cannot be used
    * @throws java.io.IOException if the folder of the files cannot be used
    * @throws IllegalArgumentException for an address of a server that is invalid
    */
  def open(
      config: SocialConfig = SocialConfig(),
      channels: Option[Channels] = None,
      clock: InstantSource = InstantSource.system
  )(using engine: Engine): SocialApp =
    // before anything that is to be closed
    val files = PictureFiles.open(config.files)
    val connections = config.databaseConnections
    config.database match
      case SocialDatabase.Server(url) => connect(config, url, None, files, channels, clock)
      case SocialDatabase.Memory =>
        embedding(EmbeddedServer.inMemory(connections))(connect(config, _, _, files, channels, clock))
      case SocialDatabase.Folder(path) =>
        val server = EmbeddedServer.inFolder(path, connections, config.databaseWithin)
        embedding(server)(connect(config, _, _, files, channels, clock))

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
      channels: Option[Channels],
      clock: InstantSource
  )(using engine: Engine): SocialApp =
    val database =
      Database.open(engine, url, config.databaseConnections, config.databaseWithin, config.databasePending)
    try new SocialApp(config, database, embedded, files, channels, clock)
    catch
      case failure: Throwable =>
        database.close()
        throw failure
end SocialApp
