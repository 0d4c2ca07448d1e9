package eddy.bench.web.contract

import eddy.testing.ChildJvm

import java.io.File.pathSeparator
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A contender on the JVM.
  *
  * @param main its class; its jars are named by build.mill in EDDY_DIST
  * @param words arguments that tell it from others of the same class
  */
abstract class JvmPeerContract(main: String, words: String*) extends eddy.testing.PatientSuite,
      WebPeerContract:
  /** Whether a thread, given by a line that names it and its stack, is an event loop. */
  protected def isLoop(thread: Seq[String]): Boolean

  protected def loops(peer: PeerProcess): Int = PeerProcess.threadsOf(peer.pid).count(isLoop)

  protected def command: Seq[String] =
    val dist =
      Path.of(Option(System.getenv("EDDY_DIST")).getOrElse(fail("EDDY_DIST is not set; build.mill does")))
    val jars = Files.readAllLines(dist.resolve("classpath")).asScala.map(dist.resolve("lib").resolve(_))
    ChildJvm.command(Seq("-cp", jars.mkString(pathSeparator), main) ++ words*)
end JvmPeerContract
