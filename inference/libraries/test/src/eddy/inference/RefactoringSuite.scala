package eddy.inference

import eddy.inference.LibrariesSuite.{Verdict, verdictOf}

import libraries.{RefactoredCallHandlers, RefactoredCollectionHandlers, RefactoredSqlHandlers, Users}

/** The same handler, written in other ways, gets the same verdict: it runs beside itself. */
class RefactoringSuite extends eddy.testing.PatientSuite:
  private lazy val reader = Inference.summary(Users.reader)

  for (way, handler) <- RefactoredSqlHandlers.ways do
    test(s"SQL, $way"):
      assertEquals(verdictOf(Inference.summary(handler), reader), (Verdict.Parallel, ""))

  for (way, handler) <- RefactoredCallHandlers.ways ++ RefactoredCollectionHandlers.ways do
    test(way):
      assertEquals(verdictOf(Inference.summary(handler), reader), (Verdict.Parallel, ""))
