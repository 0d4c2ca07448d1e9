package eddy.chat

import eddy.testing.{Need, NeedingSuite}

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.MINUTES
import scala.concurrent.duration.{Duration, DurationInt}

/** Drives the page in real Chromium windows against a real server. The scenarios are in apps/chat/browser/tests. */
class BrowserSuite extends NeedingSuite("the chat in a browser"):
  private val node = need(Need.program("install Node.js 20 or newer", "node"))
  private val npm = need(Need.program("install npm", "npm"))
  private val chromium =
    need(Need.program(
      "apt-get install chromium, or name one in EDDY_CHROMIUM",
      "chromium",
      "chromium-browser",
      "google-chrome"
    ))

  override def munitTimeout: Duration = 12.minutes

  test("people chat in real pages, are cut off, come back, and miss or repeat nothing"):
    install()
    // A busy machine may need longer to come back than the six seconds that people have.
    scala.util.Using.resource(RestartableServer(ChatConfig(presenceGrace = 30.seconds))): server =>
      val environment =
        Map("EDDY_URL" -> server.url, "EDDY_CONTROL" -> server.control, "CHROMIUM" -> chromium.path.toString)
      run(node.path, Seq("run.mjs"), environment)

  private def folder: Path = sys.env.get("EDDY_CHECKOUT").map(Path.of(_, "apps/chat/browser").nn).getOrElse:
    fail("EDDY_CHECKOUT is not set: give the path of the sources, as build.mill does")

  private def install(): Unit =
    if !Files.exists(folder.resolve("node_modules/axe-core/package.json")) then
      run(npm.path, Seq("ci"), Map.empty)

  private def run(program: Path, arguments: Seq[String], environment: Map[String, String]): Unit =
    val output = Files.createTempFile("browser-test", ".txt").nn
    try
      val builder = new ProcessBuilder((program.toString +: arguments)*).directory(folder.toFile).nn
      environment.foreach((k, v) => builder.environment.nn.put(k, v): Unit)
      val process = builder.redirectErrorStream(true).nn.redirectOutput(output.toFile).nn.start().nn
      try
        val ended = process.waitFor(10, MINUTES)
        def said = Files.readString(output).nn
        if !ended then fail(s"$program did not end within ten minutes; it said:\n$said")
        if process.exitValue != 0 then fail(s"$program ended with ${process.exitValue}; it said:\n$said")
      finally
        process.descendants.nn.forEach(p => p.nn.destroy(): Unit)
        process.destroy()
    finally
      val _ = Files.deleteIfExists(output)
end BrowserSuite
