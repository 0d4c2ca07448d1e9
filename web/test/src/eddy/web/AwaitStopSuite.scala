package eddy.web

import eddy.testing.{ChildJvm, Waits}

import java.util.concurrent.TimeUnit

/** In a process of its own, since a signal ends it. */
class AwaitStopSuite extends eddy.testing.PatientSuite:
  test("what a program does after awaitStop is done and logged when the process gets SIGTERM"):
    val process =
      new ProcessBuilder(ChildJvm.ofTests("eddy.web.Ending")*).redirectErrorStream(true).start().nn
    try
      val lines = process.inputReader.nn
      def next() = Option(lines.readLine())
      val before = Iterator.continually(next()).takeWhile(_.exists(!_.contains("listening on"))).flatten.toSeq
      val _ = new ProcessBuilder("kill", "-TERM", process.pid.toString).start().nn.waitFor()
      val after = Iterator.continually(next()).takeWhile(_.isDefined).flatten.toSeq
      assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS))
      assert(after.contains("the database is closed"), (before ++ after).mkString("\n"))
      // java.util.logging ends with the JVM's shutdown
      assert(after.exists(_.contains("the last line of the log")), (before ++ after).mkString("\n"))
      assertEquals(process.exitValue, 128 + 15)
    finally
      val _ = process.destroyForcibly()

  test("the thread that ends the process is one that the JVM waits for"):
    val process =
      new ProcessBuilder(ChildJvm.ofTests("eddy.web.EndingThread")*).redirectErrorStream(true).start().nn
    try
      val lines = process.inputReader.nn
      val ready = Iterator.continually(Option(lines.readLine())).takeWhile(_.exists(_ != "ready")).toList
      assert(ready.forall(_.isDefined))
      val _ = new ProcessBuilder("kill", "-TERM", process.pid.toString).start().nn.waitFor()
      assertEquals(Option(lines.readLine()), Some("daemon: false"))
      assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS))
      assertEquals(process.exitValue, 128 + 15)
    finally
      val _ = process.destroyForcibly()
end AwaitStopSuite

/** Says what the thread is on which it stops. */
object EndingThread:
  def main(args: Array[String]): Unit =
    val _ = eddy.runtime.StopSignals.install: () =>
      println(s"daemon: ${Thread.currentThread.isDaemon}")
      None
    println("ready")
    new java.util.concurrent.CountDownLatch(1).await()

/** As a program of its users ends. */
object Ending:
  def main(args: Array[String]): Unit =
    Server(port = 0).start(Routes).awaitStop()
    // some work, as closing is
    val bits = BigInt(3).pow(2_000_000).bitLength
    println(if bits > 3_000_000 then "the database is closed" else "it is not")
    System.getLogger("ending").log(System.Logger.Level.WARNING, "the last line of the log")
