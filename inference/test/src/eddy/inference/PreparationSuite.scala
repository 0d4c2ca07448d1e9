package eddy.inference

import eddy.inference.internal.context.AnalysisContext
import eddy.inference.internal.verdict.Violations
import eddy.inference.report.AccessSummary
import eddy.state.Registers

import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*

import subjects.{App, Cases}

/** What a server asks about its handlers before it listens. */
class PreparationSuite extends eddy.testing.PatientSuite:
  private val list = java.util.ArrayList[String]()

  /** The handler itself does nothing wrong. */
  private def registering: AnyRef =
    (text: String) => Later.run(() => Thread(() => list.add(text): Unit).start())

  private def callbacks: List[(String, AnyRef)] =
    Cases.all.map: c =>
      val app = App()
      val _ = c.register(app)
      (c.name, app.registered.last)

  private def texts(found: List[String]) = Option.when(found.nonEmpty)(found.distinct.mkString("\n")).toList

  test("refused and doubted is what speaks against a handler, and against those that it registers"):
    val all = callbacks :+ ("registering" -> registering)
    val doubts = ConcurrentLinkedQueue[String]()
    val refused = Inferences(AnalysisContext(_)).prepare(all, why => doubts.add(why): Unit).flatMap(_.join)
    // each alone, and from the beginning
    val alone = Inferences(AnalysisContext(_))
    val summaries = for (name, c) <- all yield (name, alone.summary(c) :: alone.registered(c).map(_(1)))
    def expected(of: AccessSummary => Option[String]) =
      summaries.flatMap((name, s) => texts(s.flatMap(of)).map(why => s"$name: $why"))
    assert(summaries.exists((_, s) => s.sizeIs > 1))
    assert(refused.sizeIs > 1)
    assert(clue(refused.last).startsWith("registering: "))
    assertEquals(refused.toList, expected(Violations.refusal))
    assertEquals(
      doubts.asScala.toSet,
      summaries.flatMap((name, s) => s.flatMap(Violations.doubt).map(why => s"$name: $why")).toSet
    )

  test("it makes no difference if the handler was asked for before"):
    val (inference, callback) = (Inferences(AnalysisContext(_)), registering)
    val _ = inference.summary(callback)
    assertEquals(
      inference.prepare(List("a" -> callback), _ => ()).flatMap(_.join),
      Inferences(AnalysisContext(_)).prepare(List("a" -> callback), _ => ()).flatMap(_.join)
    )
end PreparationSuite

private object Later:
  @Registers def run(callback: () => Unit): Unit = ()
