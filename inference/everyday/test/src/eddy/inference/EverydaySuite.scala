package eddy.inference

import eddy.state.{AccessKind, LockSet, Target}

import java.io.{OutputStream, PrintStream}
import java.nio.file.Path as FilePath

import everyday.Row

/** Handlers of everyday code: each use of something shared is among the locks, and the locks are not just for
  * everything. The classes are instrumented, so that what a handler touches is seen when it runs.
  */
class EverydaySuite extends eddy.testing.PatientSuite:
  private val root = FilePath.of(classOf[Row].getProtectionDomain.getCodeSource.getLocation.toURI).nn
  private val common = List("Row", "Use")
  private val loader = Instrumented(
    getClass.getClassLoader,
    root,
    n => n.startsWith("everyday.") && !common.exists(c => n == s"everyday.$c" || n == s"everyday.$c$$")
  )
  private def rows(name: String): List[Row] =
    val module = loader.loadClass("everyday.Everyday$").getField("MODULE$").get(null)
    module.getClass.getMethod(name).invoke(module).asInstanceOf[List[Row]]

  /** Uses that these locks do not cover. Something is used, or the row says nothing. */
  private def missing(row: Row, claims: Iterable[LockSet.Claim]): List[String] =
    row.uses.foreach(u => Oracle.track(u.what))
    val oracle = Oracle(root, (_, _) => claims)
    val silent = PrintStream(OutputStream.nullOutputStream)
    val found = Console.withOut(silent):
      oracle.uncovered(
        row.handler,
        EverydaySuite.Argument: AnyRef
      )(Row.run(row.handler, EverydaySuite.Argument))
    assert(oracle.compared > 0 || row.uses.nonEmpty, "it touches nothing")
    found ++ row.uses.filterNot(u => Oracle.allows(claims, u.what, u.how, EverydaySuite.Argument)).map(u =>
      s"${u.how} ${u.what.getClass.getName}"
    )

  for (named, isAlone) <- List("exact" -> false, "alone" -> true); row <- rows(named) do
    test(s"${row.name}: all that it touches is locked"):
      val claims = Inference.lockSet(row.handler, EverydaySuite.Argument).claims
      assertEquals(missing(row, claims), Nil, clue(CasesSuite.show(Inference.summary(row.handler))))
      assertEquals(
        claims.exists(_.target == Target.Everything),
        isAlone,
        clue(CasesSuite.show(Inference.summary(row.handler)))
      )

  for row <- rows("reading") do
    test(s"${row.name}: it is locked as read, and not as written"):
      val claims = Inference.lockSet(row.handler, EverydaySuite.Argument).claims
      assertEquals(missing(row, claims), Nil, clue(CasesSuite.show(Inference.summary(row.handler))))
      assertEquals(claims.filter(_.mode == AccessKind.Writes).toList, Nil)
end EverydaySuite

object EverydaySuite:
  private val Argument = "x"
