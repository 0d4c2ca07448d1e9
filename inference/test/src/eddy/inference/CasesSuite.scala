package eddy.inference

import eddy.inference.internal.heap.Objects
import eddy.inference.report.{Access, AccessSummary}
import eddy.state.{AccessKind, Target}

import scala.jdk.CollectionConverters.*

import subjects.{App, Cases, Expected}

/** The inferred accesses for each way to write a handler: all of them, and no others. */
class CasesSuite extends eddy.testing.PatientSuite:
  for c <- Cases.all do
    test(c.name):
      val app = App()
      val verdict = c.register(app)
      val summary = Inference.summary(app.registered.last)
      val shown = clue(CasesSuite.show(summary))
      assertEquals(unmatched(verdict.accesses, summary.accesses), Nil, shown)
      assertEquals(unmatched(verdict.detached, summary.detached), Nil, shown)
      assertEquals(summary.pending, verdict.pending, shown)

  for c <- subjects.JavaCases.all.asScala do
    test(s"Java: ${c.name}"):
      val summary = Inference.summary(c.callback)
      assertEquals(unmatched(c.accesses.asScala.toList, summary.accesses), Nil, CasesSuite.show(summary))

  /** Expected accesses that are missing, and found ones that are not expected. */
  private def unmatched(expected: List[Expected], found: List[Access]): List[String] =
    val missing = expected.filterNot(e => found.exists(fits(e, _))).map(e => s"expected $e")
    val extra = found.filterNot(a => expected.exists(fits(_, a))).map(a => s"found ${a.mode} ${a.path}")
    missing ++ extra

  private def fits(e: Expected, a: Access): Boolean = (e, a.target) match
    case (Expected.Of(o, m), Target.Shared(s)) => (s eq o) && a.mode == m
    // which entry is for KeySuite
    case (Expected.Of(o, m), Target.Entry(s, _)) => (s eq o) && a.mode == m
    case (Expected.Of(o, m), Target.Fields(f)) => (f eq Objects.beneath(o)) && a.mode == m
    case (Expected.Variable(m), Target.Fields(f)) =>
      f.getClass.getName.startsWith("scala.runtime.") && a.mode == m
    case (Expected.Static(owner, name, m), Target.Static(c, f)) =>
      c.getName == owner && f == name && a.mode == m
    case (Expected.AnyOf(c, m), Target.OfType(t)) => t == c && a.mode == m && a.coarse.isDefined
    case (Expected.AnyLibrary(m), Target.OfType(t)) =>
      List("java.", "scala.").exists(t.getName.startsWith) && a.mode == m
    case (Expected.Everything(why), Target.Everything) =>
      a.coarse.exists(_.contains(why)) && a.mode == AccessKind.Writes
    case _ => false
end CasesSuite

object CasesSuite:
  def show(s: AccessSummary): String =
    def one(a: Access) = s"${a.mode} ${a.path} = ${a.target} at ${a.site}${a.coarse.fold("")(c => s" ($c)")}"
    s"${s.kind}: ${s.accesses.map(one).mkString("; ")}; detached ${s.detached.map(one).mkString("; ")}; pending ${s.pending}; ${s.notes.mkString("; ")}"
