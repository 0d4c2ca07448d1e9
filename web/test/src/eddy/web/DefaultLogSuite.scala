package eddy.web

import eddy.testing.ChildJvm

import java.nio.file.Files

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
end DefaultLogSuite

/** Logs one line when its server has started. */
object Logging:
  def main(args: Array[String]): Unit =
    val server = Server(port = 0).start(Routes)
    System.getLogger("logging").log(System.Logger.Level.INFO, "served")
    server.stop()
