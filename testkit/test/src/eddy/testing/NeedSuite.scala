package eddy.testing

import java.nio.file.{Files, Path}

class NeedSuite extends PatientSuite:
  test("a program on PATH is found, by the first of its names that is there"):
    val sh = Need.program("install a shell", "eddy-no-such-program", "sh")
    assert(!sh.isMissing)
    assert(Files.isExecutable(sh.path))

  test("a missing program names itself and the remedy"):
    val none = Need.program("apt-get install it", "eddy-no-such-program")
    assert(none.isMissing)
    val e = intercept[MissingNeed](none.path)
    assertEquals(e.getMessage, "the program eddy-no-such-program is missing; remedy: apt-get install it")

  test("a missing file is a need that is not met"):
    assert(Need.file("unpack it", Path.of("/no/such/file")).isMissing)

  test("the line for a suite that was left out says why and how to run it"):
    val none = Need.program("apt-get install it", "eddy-no-such-program")
    assertEquals(
      LeftOut.message("browser", Seq(none)),
      "LEFT OUT: browser, because the program eddy-no-such-program is missing; to run it: apt-get install it"
    )
end NeedSuite
