package eddy.runtime

import eddy.testing.{ChildJvm, Eventually, Waits}

import java.io.BufferedReader
import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}

/** In processes of their own, since a signal ends them. */
class StopSignalsSuite extends eddy.testing.PatientSuite:
  /** Runs one of [[Stopping]]'s programs until it says "ready"; `act` has its process and the lines that
    * follow.
    */
  private def running(program: String)(act: (Process, BufferedReader) => Unit): Unit =
    val command = ChildJvm.ofTests("eddy.runtime.Stopping", program)
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start().nn
    try
      val lines = process.inputReader.nn
      val before = Iterator.continually(Option(lines.readLine())).takeWhile(_.exists(_ != "ready")).toList
      assert(before.forall(_.isDefined))
      act(process, lines)
    finally
      val _ = process.destroyForcibly()

  private def signal(process: Process, name: String): Unit =
    val kill = new ProcessBuilder("kill", s"-$name", process.pid.toString).start().nn
    assert(kill.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS) && kill.exitValue == 0, s"kill -$name")

  private def exitOf(process: Process): Int =
    assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS))
    process.exitValue

  private def rest(lines: BufferedReader): Set[String] =
    Iterator.continually(Option(lines.readLine())).takeWhile(_.isDefined).flatten.toSet

  test("a signal stops all that were installed, together, and the largest exit code counts"):
    running("several"): (process, lines) =>
      signal(process, "TERM")
      assertEquals(rest(lines), Set("one has met the other", "other has met the one"))
      assertEquals(exitOf(process), 7)

  test("one that is closed leaves the handlers to the others"):
    running("closed first"): (process, lines) =>
      signal(process, "INT")
      assertEquals(rest(lines), Set("the second stops"))
      assertEquals(exitOf(process), 128 + 2)

  test("when all are closed, the handlers from before are back"):
    running("all closed"): (process, lines) =>
      signal(process, "TERM")
      assertEquals(rest(lines), Set("as before"))
      assertEquals(exitOf(process), 3)

  test("another signal of the same stop does not cut it short"):
    running("twice at once"): (process, lines) =>
      assertEquals(rest(lines), Set("stopping", "stopped in order"))
      assertEquals(exitOf(process), 128 + 15)

  test("one that closes itself as it stops leaves another signal of the same stop without effect"):
    running("closed as it stops"): (process, lines) =>
      assertEquals(rest(lines), Set("stopping", "stopped in order"))
      assertEquals(exitOf(process), 7)

  test("a signal that waits while the last one is closed ends the process"):
    running("closed as a signal waits"): (process, _) =>
      assertEquals(exitOf(process), 128 + 15)

  test("a signal that comes later ends the process at once"):
    running("never stops"): (process, lines) =>
      signal(process, "TERM")
      assertEquals(Option(lines.readLine()), Some("stopping"))
      Eventually.until("one has come late enough"):
        val _ = new ProcessBuilder("kill", "-HUP", process.pid.toString).start().nn.waitFor()
        !process.isAlive
      assertEquals(rest(lines), Set("cut short"))
      assertEquals(exitOf(process), 128 + 1)

  test("System.exit runs the stop, and keeps its own exit code"):
    running("exit"): (process, lines) =>
      assertEquals(rest(lines), Set("stopping"))
      assertEquals(exitOf(process), 5)

  test("a signal that comes later than System.exit, which hangs, ends the process at once"):
    running("exit hangs"): (process, lines) =>
      assertEquals(Option(lines.readLine()), Some("stopping"))
      signal(process, "HUP")
      assertEquals(exitOf(process), 128 + 1)
end StopSignalsSuite

object Stopping:
  private def say(line: String): Unit = println(line)

  private def saying(line: String): StopSignals = StopSignals.install: () =>
    say(line)
    None

  private def halt(): Unit =
    say("as before")
    Runtime.getRuntime.halt(3)

  /** Returns when the signals that were raised before are handled: so is its own then. */
  private def awaitHandled(): Unit =
    val handled = new CountDownLatch(1)
    val _ = sun.misc.Signal.handle(sun.misc.Signal("USR2"), _ => handled.countDown())
    sun.misc.Signal.raise(sun.misc.Signal("USR2"))
    handled.await()

  def main(arguments: Array[String]): Unit =
    arguments.head match
      case "several" =>
        val both = new CountDownLatch(2)
        def meet(line: String, code: Int): Option[Int] =
          both.countDown()
          both.await()
          say(line)
          Some(code)
        val _ = StopSignals.install(() => meet("one has met the other", 7))
        val _ = StopSignals.install(() => meet("other has met the one", 5))
      case "closed first" =>
        val first = saying("the first stops")
        val _ = saying("the second stops")
        first.close()
      case "all closed" =>
        val _ = sun.misc.Signal.handle(
          sun.misc.Signal("TERM"),
          _ => halt()
        )
        val all = List.fill(3)(StopSignals.install(() => None))
        all.foreach(_.close())
      case "twice at once" =>
        val _ = StopSignals.install: () =>
          say("stopping")
          sun.misc.Signal.raise(sun.misc.Signal("TERM"))
          sun.misc.Signal.raise(sun.misc.Signal("HUP"))
          awaitHandled()
          say("stopped in order")
          None
        say("ready")
        sun.misc.Signal.raise(sun.misc.Signal("TERM"))
      case "closed as it stops" =>
        val _ = sun.misc.Signal.handle(sun.misc.Signal("TERM"), _ => halt())
        val self = new CompletableFuture[StopSignals]()
        val signals = StopSignals.install: () =>
          say("stopping")
          self.join().close()
          sun.misc.Signal.raise(sun.misc.Signal("TERM"))
          awaitHandled()
          say("stopped in order")
          Some(7)
        self.complete(signals): Unit
        say("ready")
        sun.misc.Signal.raise(sun.misc.Signal("TERM"))
      case "closed as a signal waits" =>
        val signals = saying("stopping")
        StopSignals.synchronized:
          sun.misc.Signal.raise(sun.misc.Signal("TERM"))
          Eventually.until("the signal waits"):
            Thread.getAllStackTraces.keySet.stream.anyMatch: thread =>
              thread.getName.contains("SIGTERM") && thread.getState == Thread.State.BLOCKED
          signals.close()
      case "exit" =>
        val _ = StopSignals.install: () =>
          say("stopping")
          Some(7)
        say("ready")
        System.exit(5)
      case "exit hangs" =>
        StopSignals.sameStopNanos = 0
        val _ = StopSignals.install: () =>
          say("stopping")
          new CountDownLatch(1).await()
          None
        say("ready")
        System.exit(5)
      case "never stops" =>
        def stop(): Option[Int] =
          say("stopping")
          new CountDownLatch(1).await()
          None
        def tell(): Unit =
          say("cut short")
          // the process does not wait for the end of it
          new CountDownLatch(1).await()
        val _ = StopSignals.install(() => stop(), () => tell())
    end match
    if !Set("twice at once", "closed as it stops")(arguments.head) then say("ready")
    new CountDownLatch(1).await()
  end main
end Stopping
