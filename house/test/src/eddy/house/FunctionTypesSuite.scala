package eddy.house

/** Types of the public API that a function literal can implement. */
class FunctionTypesSuite extends HouseSuite:
  import FunctionTypesSuite.*

  private val found =
    for
      module <- House.libraries
      one <- FunctionTypes.in(module.classes)
      if !one.name.contains(".internal.")
    yield one

  test("the list of types that function literals implement is complete"):
    assertEquals(found.map(_.name).toSet, ofHandlers ++ others)

  test("function literals that run under inferred locks tell their code"):
    assertEquals(found.filter(t => ofHandlers(t.name) && !t.isSerializable), Nil)

private object FunctionTypesSuite:
  /** Their code runs under the locks that the inference finds. */
  val ofHandlers: Set[String] = Set("eddy.web.Filter")

  /** Of the platform, or of code that no lock protects. */
  val others: Set[String] = Set(
    "eddy.actor.Actor",
    "eddy.actor.Carried",
    "eddy.actor.Carrier",
    "eddy.inference.AnalysisListener",
    "eddy.push.Lineage",
    "eddy.runtime.FailureReporter",
    "eddy.runtime.spi.OnRejected",
    "eddy.web.Body",
    "eddy.web.ErrorPage",
    "eddy.web.Params",
    "eddy.web.Tracing",
    "eddy.web.client.ClientObservation",
    "eddy.web.client.ClientObserver"
  )
end FunctionTypesSuite
