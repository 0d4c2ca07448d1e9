package eddy.docs

import eddy.testing.{Need, NeedingSuite}

import java.io.{BufferedReader, InputStreamReader}
import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.MINUTES
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.jdk.CollectionConverters.*

/** docs/tutorial.md as a stranger follows it: its files in an empty folder, its commands, its program asked from outside. */
class TutorialSuite extends NeedingSuite("tutorial"):
  override val munitTimeout: FiniteDuration = 20.minutes
  private val installed =
    need(Need.that("what ./mill install makes", "run this suite by ./mill docs.tutorial.test"):
      Option(System.getenv("EDDY_INSTALLED")).map(Path.of(_)).filter(Files.isDirectory(_)))
  private lazy val checkout = Path.of(System.getenv("EDDY_CHECKOUT"))
  private lazy val page = Files.readString(checkout.resolve("docs/tutorial.md"))

  /** The block of the page that comes after `file` is named. */
  private def block(file: String): String =
    val from = page.indexOf("\n```", page.indexOf(s"`$file`"))
    val begin = page.indexOf('\n', from + 1) + 1
    page.substring(begin, page.indexOf("\n```", begin) + 1)

  private lazy val folder: Path =
    val folder = Files.createTempDirectory("eddy-tutorial")
    for file <- Seq("build.mill", "src/Poll.scala", "test/src/PollSuite.scala") do
      Files.createDirectories(folder.resolve(file).getParent)
      Files.writeString(folder.resolve(file), block(file)): Unit
    // cp -R ../eddy/mill ../eddy/build .
    for source <- checkout.resolve("mill") +: Files.walk(checkout.resolve("build")).iterator.asScala.toSeq do
      Files.copy(source, folder.resolve(checkout.relativize(source).toString)): Unit
    folder

  private def mill(arguments: String*): ProcessBuilder =
    val builder = ProcessBuilder((Seq("./mill", "--no-daemon", "--ticker", "false") ++ arguments)*)
      .directory(folder.toFile)
      .redirectErrorStream(true)
    builder.environment.put("JAVA_TOOL_OPTIONS", s"-Divy.home=${home.toString}")
    builder.environment.put("PORT", "0")
    // of this build, which runs this suite
    builder.environment.keySet.removeIf(name => name.startsWith("MILL_") || name.startsWith("EDDY_")): Unit
    builder

  /** As `~/.ivy2`, with what is installed in `local`. */
  private lazy val home: Path =
    val home = Files.createTempDirectory("eddy-ivy")
    Files.createSymbolicLink(home.resolve("local"), installed.path)
    home

  test("the page's tests pass in a new folder"):
    val process = mill("test").start()
    val output = String(process.getInputStream.readAllBytes)
    assert(process.waitFor() == 0, output)
    assert(clue(output).contains("0 failed, 0 ignored, 2 total"))

  test("the page's program counts votes and tells them"):
    val process = mill("run").start()
    try
      val lines = BufferedReader(InputStreamReader(process.getInputStream)).lines.iterator.asScala
      val said = lines.map("http://127.0.0.1:\\d+".r.findFirstIn(_)).collectFirst { case Some(url) => url }
      val url = said.getOrElse(fail("the program has ended without listening"))
      val client = HttpClient.newHttpClient
      val vote = HttpRequest.newBuilder(URI(s"$url/votes")).header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("""{"choice":"tea"}""")).build
      assertEquals(client.send(vote, BodyHandlers.ofString).body, """{"tea":1}""")
      val result = HttpRequest.newBuilder(URI(s"$url/votes")).build
      assertEquals(client.send(result, BodyHandlers.ofString).body, """{"tea":1}""")
      client.shutdownNow()
    finally
      val family = process.descendants.toList.asScala
      process.destroy()
      family.foreach(_.destroy(): Unit)
      assert(process.waitFor(1, MINUTES))
end TutorialSuite
