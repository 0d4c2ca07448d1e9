package eddy.bench.contest

import eddy.testing.Waits

import java.util.concurrent.TimeUnit

class ChildrenSuite extends eddy.testing.PatientSuite:
  for signal <- Seq("INT", "TERM") do
    test(s"SIG$signal ends the run and its contenders"):
      val java = s"${System.getProperty("java.home")}/bin/java"
      val words = Seq(java, "-cp", System.getProperty("java.class.path"), "eddy.bench.contest.EndlessRun")
      val process = new ProcessBuilder(words*).redirectError(ProcessBuilder.Redirect.INHERIT).start()
      try
        val child = ProcessHandle.of(process.inputReader.readLine.toLong).get
        assert(child.isAlive)
        val _ = new ProcessBuilder("kill", s"-$signal", process.pid.toString).start().waitFor()
        assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS), "the run did not end")
        val _ = await(child.onExit)
        assert(!child.isAlive)
      finally
        val _ = process.destroyForcibly()
end ChildrenSuite

/** A run that has started a contender, and will not end by itself. It tells the contender's process. */
object EndlessRun:
  def main(args: Array[String]): Unit =
    val child = Children.ofThisMachine.open().start(new ProcessBuilder("sleep", "1000"))
    println(child.pid)
    val _ = child.waitFor()
    Thread.currentThread.join()
