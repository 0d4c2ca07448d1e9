package eddy.bench.peers

import eddy.testing.ChildJvm

import java.lang.ProcessBuilder.Redirect
import java.util.concurrent.TimeUnit
import scala.jdk.OptionConverters.*

class CompanionSuite extends eddy.testing.PatientSuite:
  /** Whether the process with this id is over within a minute. */
  private def ends(pid: Long): Boolean =
    ProcessHandle.of(pid).toScala.forall(_.onExit.get(1, TimeUnit.MINUTES) != null)

  private def started(words: String*): Process =
    new ProcessBuilder(ChildJvm.ofTests("eddy.bench.peers.Pair" +: words*)*)
      .redirectError(Redirect.INHERIT).start()

  private def answer(process: Process): String =
    process.outputWriter.write("go 1\n")
    process.outputWriter.flush()
    process.inputReader.readLine()

  test("a contender starts its companion, which ends with it, also when it is killed"):
    for end <- Seq[Process => Unit](_.outputWriter.close(), _.destroyForcibly(): Unit) do
      val first = started("x", "pid")
      answer(first) match
        case s"done 1 1 $pid" =>
          assertNotEquals(pid.toLong, first.pid)
          assert(ProcessHandle.of(pid.toLong).isPresent)
          end(first)
          assert(ends(pid.toLong))
        case other => fail(other)

  test("a companion that does not start is an error"):
    val first = started("broken", "pid")
    assert(clue(answer(first)).startsWith("error java.lang.IllegalStateException: the companion ended"))
    first.outputWriter.close()
    assert(ends(first.pid))
end CompanionSuite

/** A contender whose companion tells its own process; with the word `broken` it fails. */
object Pair:
  def main(args: Array[String]): Unit = Companion.main(args, "eddy.bench.peers.Pair", args.head)(
    if args.head == "broken" then throw IllegalStateException("on purpose")
    else ProcessHandle.current.nn.pid.toString
  )(companion => { case ("pid", _) => Telling(companion()) })

  private final class Telling(address: String) extends Workload:
    def go(n: Long): Done = Done(1, address.toLong)
