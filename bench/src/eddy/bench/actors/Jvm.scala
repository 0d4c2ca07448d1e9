package eddy.bench.actors

import java.io.File.pathSeparator
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A contender on the JVM. All get the same flags, and the JDK that the harness runs on.
  *
  * @param dist holds `lib/` with the jars and `classpath` with their order
  */
private[bench] final class Jvm(name: String, dist: Path, program: Program.Jvm, home: Path):
  def contender: Contender =
    Contender(
      name,
      version,
      c => Jvm.command(Jvm.flags(c.heap), dist, program.main, program.before ++ c.words)
    )

  /** Of the library that is named as it is; of Eddy itself the commit. */
  private def version: String =
    if name == Contender.eddy then eddy.bench.Machine.commit(home).fold("unknown commit")("commit " + _)
    else
      val library = name.takeWhile(_ != '-')
      val jars = Jvm.jars(dist).map(_.getFileName.toString.stripSuffix(".jar"))
      val versions = jars.filter(_.startsWith(s"$library-actor_")).map(_.split('-').last)
      versions.headOption.fold("the JDK's own")(version => s"$library $version")

private[bench] object Jvm:
  def flags(heap: String): Seq[String] =
    Seq(
      s"-Xms$heap",
      s"-Xmx$heap",
      "-XX:+UseParallelGC",
      // else the cores write the same cards, message after message
      "-XX:+UseCondCardMark",
      "-XX:+UseCompactObjectHeaders",
      "--sun-misc-unsafe-memory-access=allow",
      "--enable-native-access=ALL-UNNAMED"
    )

  def command(flags: Seq[String], dist: Path, main: String, words: Seq[String]): Seq[String] =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    (java +: flags) ++ Seq("-cp", jars(dist).mkString(pathSeparator), main) ++ words

  private[bench] def jars(dist: Path): Seq[Path] =
    Files.readAllLines(
      dist.resolve("classpath")
    ).asScala.toSeq.filter(_.nonEmpty).map(dist.resolve("lib").resolve(_))
end Jvm
