package eddy.bench.web.contract

import eddy.testing.{Need, NeedingSuite}

import java.nio.file.{Files, Path}
import java.util.Comparator

/** A program of Node, as `bench/peers/build` makes it. */
trait NodePeer(peer: String) extends NeedingSuite:
  private val _ = need(Need.program("install Node.js 20 or newer", "node"))
  private val _ = need(Need.program("install npm", "npm"))
  private lazy val folder = Files.createTempDirectory(s"eddy-$peer")

  protected lazy val program: Path =
    val build = s"${System.getenv("EDDY_CHECKOUT")}/bench/peers/build"
    val process = new ProcessBuilder("sh", build, folder.toString, peer)
      .redirectError(ProcessBuilder.Redirect.INHERIT).start()
    val told = new String(process.getInputStream.readAllBytes)
    assert(clue(told).startsWith(s"$peer: built, Node v"))
    folder.resolve(peer)

  override def afterAll(): Unit =
    super.afterAll()
    Files.walk(folder).sorted(Comparator.reverseOrder[Path]).forEach(Files.delete(_))
end NodePeer

abstract class NodeContract(peer: String) extends NeedingSuite(s"$peer-peer"), NodePeer(peer),
      WebPeerContract:
  override protected def hasKernels: Boolean = false

  protected def command: Seq[String] = Seq(program.toString)

class NodeSuite extends NodeContract("node"):
  /** Always one: it does not heed `loops` but for the threads that compute. */
  override protected def loopsGiven(told: Int): Int = 1

  protected def loops(peer: PeerProcess): Int = peer.children.size + 1

class NodeClusterSuite extends NodeContract("node-cluster"):
  protected def loops(peer: PeerProcess): Int = peer.children.size
