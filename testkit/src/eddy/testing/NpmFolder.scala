package eddy.testing

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import scala.concurrent.duration.FiniteDuration

import munit.Assertions.fail

/** A folder of the checkout with a `package.json`, whose programs test something of ours.
  *
  * @param name from the root of the checkout, as `push/centrifuge`
  */
final class NpmFolder(name: String, node: Need, npm: Need):
  private def folder: Path = sys.env.get("EDDY_CHECKOUT").map(Path.of(_, name)).getOrElse:
    fail("EDDY_CHECKOUT is not set: give the path of the sources, as modules.mill does")

  /** Installs what its lock file names, unless this package of it is there already. Asks the registry for nothing else. */
  def install(within: FiniteDuration, has: String, options: String*): Unit =
    if !Files.exists(folder.resolve(s"node_modules/$has/package.json")) then
      val fixed = Seq("ci", "--prefer-offline", "--fetch-retries=5", "--no-audit", "--no-fund")
      run(npm.path, fixed ++ options, Map.empty, within)

  /** Runs Node.js with these arguments. Fails with all that it said when it fails, or does not end in time.
    *
    * @param within longer in the full form, as limits of tests are
    */
  def run(within: FiniteDuration, environment: Map[String, String], arguments: String*): Unit =
    run(node.path, arguments, environment, within * TestLength.timesOfLimits(Need.env))

  private def run(
      program: Path,
      arguments: Seq[String],
      environment: Map[String, String],
      within: FiniteDuration
  ): Unit =
    val output = Files.createTempFile("eddy-npm", ".txt")
    try
      val builder = new ProcessBuilder((program.toString +: arguments)*).directory(folder.toFile)
      environment.foreach((k, v) => builder.environment.put(k, v))
      val process = builder.redirectErrorStream(true).redirectOutput(output.toFile).start()
      try
        val ended = process.waitFor(within.toSeconds, SECONDS)
        def said = Files.readString(output)
        if !ended then fail(s"$program did not end within $within; it said:\n$said")
        if process.exitValue != 0 then fail(s"$program ended with ${process.exitValue}; it said:\n$said")
      finally
        process.descendants.forEach(p => p.destroy(): Unit)
        process.destroy()
    finally
      val _ = Files.deleteIfExists(output)
  end run
end NpmFolder
