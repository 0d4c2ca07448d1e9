package eddy.launcher

import eddy.testing.Waits
import eddy.testing.ChildJvm

import java.io.BufferedReader
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

/** The program as a process of its own, since signals and exit codes only show there. */
class ProcessSuite extends eddy.testing.PatientSuite:
  private def start(arguments: String*): Process = startWith(Nil, arguments*)

  private def startWith(prefix: Seq[String], arguments: String*): Process =
    val command = prefix ++ ChildJvm.ofTests("eddy.launcher.Main" +: arguments*)
    new ProcessBuilder(command*).redirectErrorStream(true).start()

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
        assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS), "it did not end")
        assertEquals(
          Iterator.continually(Option(lines.readLine)).takeWhile(_.isDefined).flatten.toSeq,
          Seq("Eddy has stopped.")
        )
        assertEquals(process.exitValue, code)
      finally
        val _ = process.destroyForcibly()

  /** Takes from root, who may do anything, the rights at stake; others do not have them. */
  private def without(rights: String*): Seq[String] =
    if System.getProperty("user.name") != "root" then Nil
    else
      val taken = rights.map("-" + _).mkString(",")
      Seq("setpriv", s"--inh-caps=$taken", s"--bounding-set=$taken")

  /** From here on anybody may listen, on Linux; see ip(7). Elsewhere that is left open. */
  private def firstFreePort: Int =
    val setting = Path.of("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    if Files.exists(setting) then Files.readAllLines(setting).get(0).trim.toInt else 0

  private def refused(process: Process): (Int, String) =
    val text = new String(process.getInputStream.readAllBytes).trim
    (process.waitFor(), text)

  test("a port that needs a right is refused with a remedy, and exit code 1"):
    assume(firstFreePort > 80, "on this machine anybody may listen on port 80")
    val (code, text) = refused(startWith(without("net_bind_service"), "serve", "--port", "80"))
    assertEquals(code, 1, text)
    assert(text.contains("no permission to listen on 127.0.0.1:80") && text.contains("--port"), text)

  test("a config file that may not be read is refused, and exit code 2"):
    val file = Run.folderWith("locked.conf", "").resolve("locked.conf")
    assert(file.toFile.setReadable(false))
    val run = startWith(without("dac_override", "dac_read_search"), "config", "--config", file.toString)
    val (code, text) = refused(run)
    assertEquals(code, 2, text)
    assert(text.contains("no permission to read it") && text.contains("--config FILE"), text)

  test("a wrong option ends the process with exit code 2"):
    assertEquals(
      refused(start("serve", "--prot", "1")),
      (2, "eddy: unknown option --prot; did you mean --port?")
    )
end ProcessSuite
