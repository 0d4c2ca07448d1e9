package eddy.web

import eddy.testing.ChildJvm

import java.io.ByteArrayInputStream
import java.nio.file.Files
import java.util.logging.LogManager

/** In processes of their own, since logging is configured once for a process. */
class DefaultLogSuite extends eddy.testing.PatientSuite:
  private def linesOf(flags: String*): Seq[String] =
    val words = ChildJvm.ofTests((flags :+ "eddy.web.Logging")*)
    val process = new ProcessBuilder(words*).redirectErrorStream(true).start().nn
    try String(process.getInputStream.nn.readAllBytes).linesIterator.toSeq
    finally process.destroyForcibly(): Unit

  test("a program that has configured no logging gets one line for each record"):
    val lines = linesOf()
    assertEquals(lines.size, 1, lines)
    assert(lines.head.matches("""\d\d:\d\d:\d\d\.\d{3} INFO  logging: served"""), lines)

  test("a format that the program has chosen stays"):
    assertEquals(linesOf("-Djava.util.logging.SimpleFormatter.format=chosen: %5$s%n"), Seq("chosen: served"))

  test("a configuration that the program has chosen stays"):
    val file = Files.createTempFile("logging", ".properties")
    try
      Files.writeString(file, "handlers = java.util.logging.ConsoleHandler\n")
      // the name of a class and of its method, and the record's text below
      assertEquals(linesOf(s"-Djava.util.logging.config.file=$file").size, 2)
    finally Files.delete(file)

  test("a configuration that the program has read in its code stays"):
    // the name of a class and of its method, and the record's text below
    assertEquals(linesOf("-Dlogging.inCode=true").size, 2)
end DefaultLogSuite

/** Logs one line when its server has started. */
object Logging:
  def main(args: Array[String]): Unit =
    if java.lang.Boolean.getBoolean("logging.inCode") then
      val configuration = "handlers = java.util.logging.ConsoleHandler\n"
      LogManager.getLogManager.readConfiguration(ByteArrayInputStream(configuration.getBytes))
    val server = Server(port = 0).start(Routes)
    System.getLogger("logging").log(System.Logger.Level.INFO, "served")
    server.stop()
