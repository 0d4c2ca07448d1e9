package eddy.social

import eddy.runtime.Engine
import eddy.social.internal.database.{Database, PictureStore, Schema, SessionStore, UserStore}
import eddy.social.internal.embedded.EmbeddedServer
import eddy.social.internal.images.{Imager, PictureFiles}
import eddy.social.internal.{
  Ids,
  PictureRoutes,
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

import java.time.InstantSource
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
    embedded: Option[EmbeddedServer],
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
  private val signIn = new SignIn(config, users, sessions, pools, clock)
  private val signedIn = new SignedIn(sessions, clock)
  private val sessionRoutes = new SessionRoutes(config, signIn, signedIn, sessions, clock)
  private val pictures = new PictureStore(database, schema)
  private val imager =
    new Imager(engine, config.maxPicturePixels, config.maxPictureSide, config.pictureWithin)
  private val uploads = new Uploads(imager, files, pictures, pools, ids, clock)
  private val pictureRoutes = new PictureRoutes(config, signedIn, uploads, pictures, files)
  // what a node misses, since the database is away, is done the next time, or by another node
  private val sweeping = engine.every(SocialApp.SweepEvery)(() => sessions.removeExpired(clock.instant): Unit)

  val routes: Routes =
    TimeRoutes(config, clock) ++ UserRoutes(config, signUp, users) ++ sessionRoutes.routes ++
      pictureRoutes.routes

  /** Pools and operations of the database, to be bound to a server's registry. */
  val meters: MeterBinder = registry =>
    pools.bindTo(registry)
    database.operations.bindTo(registry)

  /** Adds the check `database`: whether it answers, and has the indexes. */
  def readiness(others: Readiness): Readiness =
    // the operations end by themselves within the limit
    val within = config.databaseWithin * 2 + 1.second
    others.check("database", within): () =>
      try
        Await.result(database.ping().zip(schema.ready), within): Unit
        true
      catch case NonFatal(_) => throw NotReady("the database does not answer")

  /** Closes the connections to the database, and the embedded one. Requests that still run fail. */
  def close(): Unit =
    sweeping.cancel(): Unit
    database.close()
    embedded.foreach(_.close())
end SocialApp

object SocialApp:
  private val SweepEvery = 10.minutes

  /** Does not wait for a server: while the database is away, requests are answered with 503.
    *
    * @throws IllegalStateException if the folder of the embedded database cannot be used
    * @throws java.io.IOException if the folder of the files cannot be used
    * @throws IllegalArgumentException for an address of a server that is invalid
    */
  def open(config: SocialConfig = SocialConfig(), clock: InstantSource = InstantSource.system)(using
      engine: Engine
  ): SocialApp =
    val embedded = config.database match
      case SocialDatabase.Memory => Some(EmbeddedServer.inMemory(config.databaseConnections))
      case SocialDatabase.Folder(path) => Some(EmbeddedServer.inFolder(path, config.databaseConnections))
      case SocialDatabase.Server(_) => None
    val url = config.database match
      case SocialDatabase.Server(url) => url
      case _ => embedded.get.url
    try
      val database =
        Database.open(engine, url, config.databaseConnections, config.databaseWithin, config.databasePending)
      new SocialApp(config, database, embedded, PictureFiles.open(config.files), clock)
    catch
      case failure: Throwable =>
        embedded.foreach(_.close())
        throw failure
  end open
end SocialApp
