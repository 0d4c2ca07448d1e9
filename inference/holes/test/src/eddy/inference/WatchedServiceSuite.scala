package eddy.inference

import eddy.testing.ChildJvm

/** A whole program whose classes are watched: the hole of checked mode that [[HolesSuite]] shows. */
class WatchedServiceSuite extends eddy.testing.PatientSuite:
  private def status(flags: String*): String =
    val command = ChildJvm.ofTests((flags :+ "holes.WatchedService")*)
    val process = ProcessBuilder(command*).redirectErrorStream(true).start()
    try
      val output = String(process.getInputStream.readAllBytes)
      assertEquals(process.waitFor(), 0, output)
      output.linesIterator.find(_.startsWith("status ")).getOrElse(fail(s"the program printed $output"))
    finally process.destroyForcibly().waitFor(): Unit

  test("a variable that a path parameter counts in is noticed where classes are watched"):
    assertEquals(status("-Djava.system.class.loader=eddy.inference.WatchingLoader"), "status 500")

  test("without, it is not"):
    assertEquals(status(), "status 200")
end WatchedServiceSuite
