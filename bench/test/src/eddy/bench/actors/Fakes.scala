package eddy.bench.actors

import eddy.bench.contest.Children

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Contenders that are a few lines of shell each. */
object Fakes:
  /** Work whose answer is its number of operations. */
  private[actors] val echo: Configuration =
    Configuration(
      "echo",
      Seq("size" -> 1L),
      Some(10),
      n => n,
      Seq(Metric.rate("msg", goal = goal)),
      goWithin = 2.minutes
    )
  private def goal = Some(Goal.Times(2, Seq("slow", "absent")))

  /** @param body of the loop that has read `$n` */
  private[actors] def contender(name: String, body: String): Contender =
    Contender(name, "1", _ => Seq("sh", "-c", s"while read go n; do $body; done"))

  /** A thousand nanoseconds an operation make a million a second. */
  private[actors] def steady(name: String, nanosEach: Int = 1000): Contender =
    contender(name, s"echo done $$n $$((n * $nanosEach)) $$n")

  private[actors] val rounds = Rounds(warmups = 1, samples = 3, goAtLeast = 1.milli)

  private[actors] def measure(contenders: Contender*): Result = measure(echo, contenders*)

  private[actors] def measure(configuration: Configuration, contenders: Contender*): Result =
    measure(configuration, rounds, contenders*)

  private[actors] def measure(configuration: Configuration, rounds: Rounds, contenders: Contender*): Result =
    Using.resource(Children.ofThisMachine.open()): children =>
      new Session(configuration, contenders, rounds, children, folder(), _ => ()).run()

  def folder(): Path = Files.createTempDirectory("eddy-actors")

  /** What a whole run says, and whether it was fine. */
  private[actors] def bench(
      folder: Path,
      configurations: Configuration*
  )(contenders: Contender*): (Boolean, String) =
    val out = new ByteArrayOutputStream
    val bench = ActorsBench(
      ActorsPlan(Catalogue.local, rounds = rounds),
      folder,
      folder,
      new PrintStream(out),
      live = false
    )
    val fine = bench.measure(configurations, contenders, Nil, Seq("a machine"))
    (fine, out.toString)
end Fakes
