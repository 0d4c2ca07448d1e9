package eddy.bench.peers.work

class ServerArgumentsSuite extends eddy.testing.PatientSuite:
  test("without arguments, there is a loop for each core, on a port that the system chooses"):
    val cores = Runtime.getRuntime.availableProcessors
    assertEquals(ServerArguments.parse(Nil), ServerArguments(0, cores, false, Map.empty))

  test("what is given is taken"):
    assertEquals(
      ServerArguments.parse(Seq("port=8080", "loops=3", "worker=true", "threads=virtual"), Set("threads")),
      ServerArguments(8080, 3, true, Map("threads" -> "virtual"))
    )

  test("an unknown key is refused by name, and those that are known are told"):
    assertEquals(
      refusal("lops=3"),
      "lops=3 is not understood: give key=value with one of the keys loops, port, worker"
    )

  test("a value that makes no sense is refused"):
    assertEquals(refusal("loops=0"), "loops=0: it must be a number from 1 to 1024")
    assertEquals(refusal("port=http"), "port=http: it must be a number from 0 to 65535")
    assertEquals(refusal("worker=yes"), "worker=yes: it must be true or false")

  private def refusal(argument: String): String =
    intercept[IllegalArgumentException](ServerArguments.parse(Seq(argument))).getMessage
end ServerArgumentsSuite
