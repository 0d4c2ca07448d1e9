package eddy.bench.web.run

import eddy.bench.actors.Program

/** How a contender's process is started for a workload.
  *
  * @param loops event loops, workers or processes of a cluster
  * @param heap what the JVM's heap is made for
  * @param own further `key=value` words, for Eddy only
  */
private[bench] final case class Launch(loops: Int, heap: Heap, own: Seq[String] = Nil):
  def words(contender: String, port: Int): Seq[String] =
    Seq(s"port=$port", s"loops=$loops") ++ (if contender == WebContender.eddy then own else Nil)

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
  */
private[bench] final case class WebContender(
    name: String,
    version: String,
    jvm: Boolean,
    command: (Launch, Int) => Seq[String]
)

private[bench] object WebContender:
  val eddy = "eddy"

  /** All there are, in the order of the table. */
  val programs: Seq[(name: String, program: Program, words: Seq[String])] = Seq(
    (eddy, Program.Jvm("bench.service", "eddy.bench.service.Main"), Nil),
    ("netty", Program.Jvm("bench.peers.netty", "eddy.bench.peers.netty.Main"), Nil),
    ("vertx", Program.Jvm("bench.peers.vertx", "eddy.bench.peers.vertx.Main"), Nil),
    ("pekko-http", Program.Jvm("bench.peers.pekkohttp", "eddy.bench.peers.pekkohttp.Main"), Nil),
    ("node", Program.Native("install Node.js 20"), Nil),
    ("node-cluster", Program.Native("install Node.js 20"), Nil),
    (
      "jetty-platform",
      Program.Jvm("bench.peers.jetty", "eddy.bench.peers.jetty.Main"),
      Seq("threads=platform")
    ),
    ("jetty-virtual", Program.Jvm("bench.peers.jetty", "eddy.bench.peers.jetty.Main"), Seq("threads=virtual"))
  )

  def names: Seq[String] = programs.map(_.name)
end WebContender
