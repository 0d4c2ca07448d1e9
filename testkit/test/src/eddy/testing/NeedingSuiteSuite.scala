package eddy.testing

class NeedingSuiteSuite extends PatientSuite:
  private class Example(program: String) extends NeedingSuite("testkit-example"):
    val needed = need(Need.program("install it", program))

  test("a suite without what it needs is left out and told, unless every suite is asked for"):
    val suite = new Example("eddy-no-such-program")
    val out = new java.io.ByteArrayOutputStream
    val ignored = Console.withOut(out)(suite.munitIgnore)
    LeftOut.forget("testkit-example")
    if sys.env.get("EDDY_TEST_COMPLETE").contains("1") then
      assert(!ignored)
      val e = intercept[MissingNeed](suite.beforeAll())
      assert(e.getMessage.contains("eddy-no-such-program is missing"), e.getMessage)
    else
      assert(ignored)
      assert(out.toString.startsWith("LEFT OUT: testkit-example, because "), out.toString)

  test("a suite with what it needs runs"):
    val suite = new Example("sh")
    assert(!suite.munitIgnore)
    suite.beforeAll()
end NeedingSuiteSuite
