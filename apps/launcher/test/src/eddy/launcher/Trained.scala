package eddy.launcher

import java.io.File
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** `./eddy` as a user has it after its first start: with jars and a start cache, made by the build of these
  * tests.
  */
private[launcher] object Trained:
  private lazy val folder: Path =
    Path.of(sys.env.getOrElse("EDDY_TRAINED", sys.error("EDDY_TRAINED is not set; apps/package.mill does")))

  def eddy: String = folder.resolve("eddy").toString

  /** What the training has kept of the inference; later starts add to another one. */
  def index: Path = folder.resolve("index")

  /** The jars that `./eddy` starts. */
  def classPath: String =
    val state = folder.resolve(".eddy")
    val app = state.resolve("app").resolve(Files.readString(state.resolve("current")).trim)
    val jars = Files.readAllLines(app.resolve("classpath")).asScala
    jars.map(jar => app.resolve("lib").resolve(jar)).mkString(File.pathSeparator)
end Trained
