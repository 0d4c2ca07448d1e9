package eddy.bench.contest

import java.io.File.pathSeparator
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** How a contender is made from the checkout. */
private[bench] enum Program derives CanEqual:
  /** A module of the build, which `dist` turns into jars.
    *
    * @param before words that its program gets before all others
    */
  case Jvm(module: String, main: String, before: Seq[String] = Nil)

  /** Made by `bench/peers/build`, where what it needs is installed.
    *
    * @param peer its name there
    * @param remedy what to do where it is not
    */
  case Native(peer: String, remedy: String)
end Program

/** What a program was made into. */
private[bench] enum Built:
  case Jvm(program: Program.Jvm, dist: Dist)
  case Native(program: Path, version: String)

/** A program on the JVM as the build leaves it.
  *
  * @param folder holds `lib/` with the jars and `classpath` with their order
  */
private[bench] final case class Dist(folder: Path):
  def jars: Seq[Path] =
    Files.readAllLines(folder.resolve("classpath")).asScala.toSeq.filter(_.nonEmpty)
      .map(folder.resolve("lib").resolve(_))

  /** As [[jars]], what they are called. */
  def libraries: Seq[String] = jars.map(_.getFileName.toString.stripSuffix(".jar"))

  /** On the JDK that the harness runs on. */
  def command(flags: Seq[String], main: String, words: Seq[String]): Seq[String] =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    (java +: flags) ++ Seq("-cp", jars.mkString(pathSeparator), main) ++ words
