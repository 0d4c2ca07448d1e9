package eddy.web.verify

class NearestSuite extends eddy.testing.PatientSuite:
  private val commands = Seq("serve", "bench", "config", "help", "version", "test")

  test("swapped, missing, doubled and wrong letters are forgiven"):
    for (typed, meant) <-
        Seq("sevre" -> "serve", "srve" -> "serve", "benchh" -> "bench", "confug" -> "config")
    do
      assertEquals(Nearest.to(typed, commands), Some(meant))

  test("a beginning that only one candidate has is enough"):
    assertEquals(Nearest.to("ver", commands), Some("version"))

  test("a word unlike any candidate suggests nothing"):
    assertEquals(Nearest.to("deploy", commands), None)

  test("the distance counts a swap of neighbours once"):
    assertEquals(Nearest.distance("port", "prot"), 1)
    assertEquals(Nearest.distance("", "abc"), 3)
    assertEquals(Nearest.distance("host", "host"), 0)
