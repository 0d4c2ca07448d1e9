package eddy.push.sns

import eddy.push.RestartableService
import eddy.testing.{FreePort, Frozen, Need, Waits}
import eddy.web.conformance.{Cache, Python}

import java.io.IOException
import java.net.{HttpURLConnection, URI}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

/** LocalStack, which stands in for AWS: it signs what it delivers, and asks for confirmation. One process for
  * all suites of a JVM, killed with it; installed once for all runs.
  */
object LocalStack extends RestartableService:
  val need: Need = Need.that(
    "LocalStack (needs Python 3.9 to 3.12 with venv, and PyPI)",
    "apt-get install python3 python3-venv python3-lib2to3"
  )(installed)

  private lazy val port: Int = FreePort.any()
  private lazy val folder: Path = Files.createTempDirectory("eddy-localstack").nn
  // strong references, as loggers without one lose their level; that the service is away is no news here
  private val log = java.util.logging.Logger.getLogger("software.amazon").nn
  log.setLevel(java.util.logging.Level.SEVERE)
  // guarded by this
  private var process: Process | Null = null

  def uri: URI = URI(s"http://localhost:$port")

  /** Starts it if it does not run. */
  def ready(): Unit = synchronized(if process == null then start())

  /** For a node of its own topic, soon back when it has lost its way. Times are long, so that a slow machine
    * changes nothing.
    */
  def config(topic: String): SnsConfig =
    import scala.concurrent.duration.DurationInt
    SnsConfig(
      "eu-central-1",
      topic,
      keys = Some(AwsKeys("test", "test")),
      emulator = Some(uri),
      publishTimeout = 1.minute,
      reorderWithin = 30.seconds,
      beat = 500.millis,
      reconnectFirst = 20.millis,
      reconnectMost = 200.millis
    )

  /** Returns when it answers. */
  def start(): Unit = synchronized:
    val builder = ProcessBuilder(need.path.toString, "-m", "localstack.runtime.main")
      .directory(folder.toFile).redirectErrorStream(true)
      .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile))
    val settings = Map(
      "SERVICES" -> "sns,sqs",
      "GATEWAY_LISTEN" -> s"127.0.0.1:$port",
      "LOCALSTACK_HOST" -> s"localhost:$port",
      "DISABLE_EVENTS" -> "1",
      "SKIP_SSL_CERT_DOWNLOAD" -> "1",
      "EAGER_SERVICE_LOADING" -> "1",
      "HOME" -> folder.toString,
      "TMPDIR" -> folder.toString
    )
    settings.foreach((name, value) => builder.environment.put(name, value))
    val started = builder.start()
    process = started
    Runtime.getRuntime.addShutdownHook(Thread(() => started.destroyForcibly(): Unit))
    val until = System.nanoTime + TimeUnit.MINUTES.toNanos(3)
    while !answers do
      if !started.isAlive || System.nanoTime > until then
        throw IllegalStateException(
          s"LocalStack does not answer at $uri: ${Files.readString(folder.resolve("log"))}"
        )
      // it notifies nobody
      java.util.concurrent.locks.LockSupport.parkNanos(50_000_000)

  def kill(): Unit = synchronized:
    val running = process
    process = null
    if running != null then
      running.destroyForcibly()
      running.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS): Unit

  /** It neither answers nor closes its connections, or does again. */
  def stopAnswering(): Unit = Frozen.freeze(process.nn)
  def answerAgain(): Unit = Frozen.thaw(process.nn)

  private def answers: Boolean =
    try
      uri.resolve("/_localstack/health").toURL.openConnection() match
        case http: HttpURLConnection =>
          http.setReadTimeout(5000)
          http.getResponseCode == 200
        case _ => false
    catch case _: IOException => false

  private def installed: Option[Path] = Python.find.flatMap: python =>
    val requirements = Path.of(sys.env("EDDY_CHECKOUT"), "push", "sns", "localstack", "requirements.txt")
    try
      val home = Cache.folder("localstack", Seq(python.toString, Files.readString(requirements))): fresh =>
        Python(python).run("-m", "venv", fresh.resolve("venv").toString): Unit
        Python(fresh.resolve("venv/bin/python"))
          .run(
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "-r",
            requirements.toString
          ): Unit
      Some(home.resolve("venv/bin/python"))
    catch
      case e: RuntimeException =>
        println(s"localstack: ${e.getMessage}")
        None
end LocalStack
