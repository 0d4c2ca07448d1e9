package eddy.bench.push

import eddy.bench.contest.{Children, Installed}
import eddy.bench.web.run.{Heap, Launch, WebContender}
import eddy.testing.FreePort

import java.nio.file.{Files, Path}

/** A mediator that Eddy is measured with.
  *
  * @param name as Eddy's program takes it
  * @param service what starts the service that it talks to, on a port, or why it cannot be had; none where there is no service
  * @param words for Eddy's program, when its service listens at a port
  */
private[bench] final case class MediatorSetup(
    name: String,
    service: Option[(WebContender, Int) => Either[String, Seq[String]]],
    words: Int => Seq[String]
):
  /** Starts its service, hands Eddy's words to `use`, and ends the service; or says why there is none. */
  def running[A](
      eddy: WebContender,
      children: Children,
      folder: Path
  )(use: Seq[String] => A): Either[String, A] =
    service match
      case None => Right(use(all(0)))
      case Some(command) =>
        val port = FreePort.any()
        command(eddy, port).flatMap: words =>
          val log = folder.resolve(s"$name.log")
          BackingService.start(words, port, children, log, name).map: running =>
            try use(all(port))
            finally running.close()

  private def all(port: Int) = s"mediator=$name" +: words(port)
end MediatorSetup

/** The mediators. A further one is a further entry here and in Eddy's program (bench/channels). */
private[bench] object MediatorSetup:
  val memory: MediatorSetup = MediatorSetup("memory", None, _ => Nil)

  val all: Seq[MediatorSetup] = Seq(
    memory,
    MediatorSetup("redis", Some((_, port) => redis(port)), port => Seq(s"service=redis://127.0.0.1:$port")),
    MediatorSetup("activemq", Some(broker("activemq")), port => Seq(s"service=tcp://127.0.0.1:$port")),
    MediatorSetup("artemis", Some(broker("artemis")), port => Seq(s"service=tcp://127.0.0.1:$port")),
    MediatorSetup("jgroups", Some(broker("jgroups")), port => Seq(s"service=127.0.0.1:$port")),
    MediatorSetup("sns", Some((_, port) => localStack(port)), port => Seq(s"service=http://localhost:$port"))
  )

  /** How publications come from the service to the node, and from the node to its clients. */
  val deliveries: Seq[String] = Seq("push", "pull", "adaptive")

  /** What a user gets who says nothing. */
  val usual: String = "adaptive"

  private def redis(port: Int): Either[String, Seq[String]] =
    val keptNowhere = Seq("--save", "", "--appendonly", "no", "--bind", "127.0.0.1", "--port", port.toString)
    Installed.program("redis-server", "apt-get install redis-server").map(_ +: keptNowhere)

  /** Eddy's program knows how to be the broker, too: in a process of its own. */
  private def broker(kind: String)(eddy: WebContender, port: Int): Either[String, Seq[String]] =
    Right(eddy.command(Launch(1, Heap.Roomy, Seq(s"broker=$kind")), port))

  /** It stands in for AWS. */
  private def localStack(port: Int): Either[String, Seq[String]] =
    // it leaves files behind wherever it may
    val folder = Files.createTempDirectory("eddy-localstack")
    val settings = Seq(
      s"HOME=$folder",
      s"TMPDIR=$folder",
      "SERVICES=sns,sqs",
      "EAGER_SERVICE_LOADING=1",
      s"GATEWAY_LISTEN=127.0.0.1:$port",
      s"LOCALSTACK_HOST=localhost:$port",
      "DISABLE_EVENTS=1",
      "SKIP_SSL_CERT_DOWNLOAD=1"
    )
    pythonWithLocalStack.map(python => ("env" +: settings) ++ Seq(python, "-m", "localstack.runtime.main"))
      .toRight(
        "LocalStack is not installed: run ./mill push.sns.test once, which does that, or set EDDY_LOCALSTACK to a Python that has it"
      )

  /** As the tests of push.sns install it, or where the variable says. */
  private def pythonWithLocalStack: Option[String] =
    val cache = Option(System.getenv("XDG_CACHE_HOME")).filter(_.nonEmpty).map(Path.of(_))
      .getOrElse(Path.of(System.getProperty("user.home"), ".cache")).resolve("eddy")
    def installed =
      val found = cache.toFile.listFiles((_, name) => name.matches("localstack-[0-9a-f]+"))
      Option(found).toSeq.flatten.sortBy(-_.lastModified).map(_.toPath.resolve("venv/bin/python"))
        .find(Files.isExecutable(_)).map(_.toString)
    Option(System.getenv("EDDY_LOCALSTACK")).filter(_.nonEmpty).orElse(installed)
end MediatorSetup
