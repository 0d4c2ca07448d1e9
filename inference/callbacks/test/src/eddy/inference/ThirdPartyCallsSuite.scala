package eddy.inference

import eddy.testing.TimeLimit

import java.nio.file.Files
import java.util.Comparator
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.util.Using

import subjects.App

/** Random handlers with libraries of third parties, run with instruments: nothing that they touch is outside
  * of what was inferred. `EDDY_TEST_SEED` chooses another program.
  */
class ThirdPartyCallsSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit = TimeLimit(10.minutes, "It compiles a program at run time.")

  private val seed = sys.env.get("EDDY_TEST_SEED").fold(1)(_.toInt)
  private val more = eddy.testing.TestLength.rounds(short = 10, full = 100)
  private lazy val programs = RandomPrograms(RandomPrograms.compiled(seed, more, ThirdPartyCalls))

  override def afterAll(): Unit =
    Using.resource(Files.walk(programs.root))(_.sorted(Comparator.reverseOrder).forEach(Files.delete(_)))

  /** Accesses that no lock covers, and how many were compared. */
  private def run(oracle: Oracle): (List[String], Long) =
    val uncovered = mutable.ListBuffer[String]()
    for (register, i) <- programs.all.zipWithIndex do
      val app = App()
      register(app)
      for
        (handler, j) <- app.registered.toList.zipWithIndex
        path <- RandomPrograms.paths
      do oracle.uncovered(handler, path).foreach(u => uncovered += s"c$i, $j(\"$path\"): $u")
    (uncovered.toList, oracle.compared)

  private def sources(uncovered: List[String]): String =
    val text = Files.readString(programs.root.resolve("Program.scala"))
    val methods = text.split("(?m)^  def ").toList
    uncovered.map(_.takeWhile(_ != ',')).distinct.flatMap(name =>
      methods.find(_.startsWith(s"$name("))
    ).mkString

  test("nothing that handlers touch is outside of what was inferred when libraries call them"):
    val (uncovered, compared) = run(Oracle.ofInference(programs.root))
    assertEquals(uncovered.mkString("\n"), "", s"seed $seed\n${sources(uncovered)}")
    assert(compared > 1000, s"$compared accesses were compared")

  test("the oracle catches an analysis that believes a cache to call nothing of its loader"):
    val wrong = List("library", "resident").map(_ + " com/github/benmanes/caffeine/*").mkString("\n")
    assert(run(Oracle.ofFact(programs.root, wrong))(0).nonEmpty)
end ThirdPartyCallsSuite
