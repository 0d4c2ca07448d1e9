package eddy.inference

import java.nio.file.Path as FilePath

import subjects.{App, Case, Verdict}

/** Every case, run with instrumented classes: nothing that it touches is outside of what was inferred. */
class OracleSuite extends eddy.testing.PatientSuite:
  private val root = FilePath.of(classOf[App].getProtectionDomain.getCodeSource.getLocation.toURI)
  private val common =
    List("App", "Request", "Response", "Handler", "PlainHandler", "Expected", "Verdict", "Case")
  private val loader = Instrumented(
    getClass.getClassLoader,
    root,
    n =>
      n.startsWith("subjects.") && !common.exists(c => n == s"subjects.$c" || n.startsWith(s"subjects.$c$$"))
  )
  private val cases =
    val module = loader.loadClass("subjects.Cases$").getField("MODULE$").get(null)
    module.getClass.getMethod("all").invoke(module).asInstanceOf[List[Case]]

  test("the cases are loaded with instruments"):
    assert(cases.head.register.getClass.getClassLoader eq loader, cases.head.register.getClass)
    assert(cases.sizeIs > 90)

  private val oracle = Oracle(root, Inference.lockSet(_, _).claims)
  for c <- cases do
    test(s"nothing outside: ${c.name}"):
      val app = App()
      val _: Verdict = c.register(app)
      for path <- List("a", "", "xyz") do assertEquals(oracle.uncovered(app.registered.last, path), Nil)

  test("accesses were compared"):
    assert(oracle.compared > 100, oracle.compared)
end OracleSuite
