package eddy.launcher

import java.io.BufferedReader
import java.util.concurrent.TimeUnit

/** The program as a process of its own, since signals and exit codes only show there. */
class ProcessSuite extends munit.FunSuite:
  private def start(arguments: String*): Process =
    val java = s"${System.getProperty("java.home")}/bin/java"
    val flags = Seq("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED", "-Xmx256m")
    val main = Seq("-cp", System.getProperty("java.class.path"), "eddy.launcher.Main")
    new ProcessBuilder((java +: (flags ++ main ++ arguments))*).redirectErrorStream(true).start()

  /** Its lines up to the one that says it is up. */
  private def untilUp(lines: BufferedReader): Seq[String] =
    val seen =
      Iterator.continually(Option(lines.readLine)).takeWhile(_.exists(!_.startsWith("Ctrl-C"))).flatten.toSeq
    assert(seen.exists(_.startsWith("Eddy is up")), seen)
    seen

  for (signal, code) <- Seq("INT" -> 130, "TERM" -> 143) do
    test(s"SIG$signal stops it in order: exit code $code, and one closing line"):
      val process = start("serve", "--port", "0")
      try
        val lines = process.inputReader
        val greeting = untilUp(lines)
        assert(greeting.exists(_.contains("http://127.0.0.1:")), greeting)
        val _ = new ProcessBuilder("kill", s"-$signal", process.pid.toString).start().waitFor()
        assert(process.waitFor(30, TimeUnit.SECONDS), "it did not end")
        assertEquals(
          Iterator.continually(Option(lines.readLine)).takeWhile(_.isDefined).flatten.toSeq,
          Seq("Eddy has stopped.")
        )
        assertEquals(process.exitValue, code)
      finally
        val _ = process.destroyForcibly()

  test("a wrong option ends the process with exit code 2"):
    val process = start("serve", "--prot", "1")
    val text = new String(process.getInputStream.readAllBytes)
    assertEquals((process.waitFor(), text.trim), (2, "eddy: unknown option --prot; did you mean --port?"))
end ProcessSuite
