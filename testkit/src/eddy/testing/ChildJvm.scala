package eddy.testing

import java.nio.file.Path

/** How suites start a program in a JVM of its own. It lives for seconds, so with the compiler and the collector that are ready
  * soonest, and a small heap.
  */
object ChildJvm:
  private val flags = Seq(
    "-Xmx256m",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "--sun-misc-unsafe-memory-access=allow",
    "--enable-native-access=ALL-UNNAMED"
  ) ++ index

  /** What is read once of the classes of libraries, for all JVMs of the tests. */
  def index: Option[String] = Option(System.getProperty("eddy.index")).map(folder => s"-Deddy.index=$folder")

  /** The JDK of these tests with these arguments. */
  def command(arguments: String*): Seq[String] =
    (Path.of(System.getProperty("java.home"), "bin", "java").toString +: flags) ++ arguments

  /** The same, with the class path of these tests. */
  def ofTests(arguments: String*): Seq[String] =
    command(Seq("-cp", String.valueOf(System.getProperty("java.class.path"))) ++ arguments*)
end ChildJvm
