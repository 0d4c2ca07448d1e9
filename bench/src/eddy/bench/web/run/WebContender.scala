package eddy.bench.web.run

import eddy.bench.contest.{Contest, Program, Wanted}

/** How a contender's process is started for a workload.
  *
  * @param loops event loops, workers or processes of a cluster
  * @param heap what the JVM's heap is made for
  * @param own further `key=value` words, for Eddy only
  * @param all the same for all
  */
private[bench] final case class Launch(
    loops: Int,
    heap: Heap,
    own: Seq[String] = Nil,
    all: Seq[String] = Nil
):
  def words(contender: String, port: Int): Seq[String] =
    Seq(s"port=$port", s"loops=$loops") ++ all ++ (if contender == WebContender.eddy then own else Nil)

private[bench] enum Heap derives CanEqual:
  /** Throughput and latency. */
  case Roomy

  /** Memory: small at first, and given back to the system by a full collection. */
  case Lean

  /** The same for all contenders on the JVM. */
  def flags: Seq[String] =
    val sized = this match
      case Roomy => Seq("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC")
      case Lean =>
        Seq("-Xms16m", "-Xmx1g", "-XX:+UseSerialGC", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=20")
    sized ++ Heap.common
end Heap

private[bench] object Heap:
  // the last two are Netty's
  private val common = Seq(
    "-XX:+UseCompactObjectHeaders",
    "--sun-misc-unsafe-memory-access=allow",
    "--enable-native-access=ALL-UNNAMED",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "-Dio.netty.tryReflectionSetAccessible=true"
  )

/** A web server that is measured.
  *
  * @param version as the summary shows it
  * @param jvm whether it runs on the JVM
  * @param command its program, with the arguments that it needs to listen at this port
  * @param worker whether it computes on worker threads instead of its event loops: it takes part only where handlers compute
  * @param ready a path that it answers with 200 once it serves
  */
private[bench] final case class WebContender(
    name: String,
    version: String,
    jvm: Boolean,
    command: (Launch, Int) => Seq[String],
    worker: Boolean = false,
    ready: String = "/plaintext"
)

/** How a contender is made.
  *
  * @param words that its program gets besides those of every contender
  * @param worker the contender that this one is, with its computations on worker threads
  */
private[bench] final case class WebProgram(
    name: String,
    program: Program,
    words: Seq[String] = Nil,
    worker: Option[String] = None
) extends Wanted:
  /** As its program is called, and what it has from others. */
  def origin: String = worker.getOrElse(name)

  /** The same with `worker=true`. */
  def onWorkers(name: String): WebProgram =
    copy(name = name, words = words :+ "worker=true", worker = Some(this.name))

private[bench] object WebContender:
  val eddy: String = Contest.eddy

  /** All there are, in the order of the table. */
  val programs: Seq[WebProgram] =
    val netty = WebProgram("netty", Program.Jvm("bench.peers.netty", "eddy.bench.peers.netty.Main"))
    val vertx = WebProgram("vertx", Program.Jvm("bench.peers.vertx", "eddy.bench.peers.vertx.Main"))
    val pekko =
      WebProgram("pekko-http", Program.Jvm("bench.peers.pekkohttp", "eddy.bench.peers.pekkohttp.Main"))
    val node20 = "apt-get install nodejs npm, of Node.js 20 or newer"
    val node = WebProgram("node", Program.Native("node", node20))
    val jetty = Program.Jvm("bench.peers.jetty", "eddy.bench.peers.jetty.Main")
    Seq(
      WebProgram(eddy, Program.Jvm("bench.service", "eddy.bench.service.Main")),
      netty,
      netty.onWorkers("netty-worker"),
      vertx,
      vertx.onWorkers("vertx-worker"),
      pekko,
      pekko.onWorkers("pekko-worker"),
      node,
      node.onWorkers("node-worker"),
      WebProgram("node-cluster", Program.Native("node-cluster", node20)),
      WebProgram("jetty-platform", jetty, Seq("threads=platform")),
      WebProgram("jetty-virtual", jetty, Seq("threads=virtual"))
    )
  end programs

  def names: Seq[String] = programs.map(_.name)

  /** The contender that it is apart from its worker threads; none for what is no contender. */
  def origin(name: String): Option[String] = programs.find(_.name == name).map(_.origin)
end WebContender
