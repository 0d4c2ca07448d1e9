package eddy.web.verify

class ClassPathTextSuite extends eddy.testing.PatientSuite:
  private val entries = List("/home/me/shop/out/compile.dest/classes", "/home/me/lib/a b.jar")

  for
    (what, text) <- List(
      "java -cp" -> entries.mkString(":"),
      "one entry per line" -> entries.mkString("", "\n", "\n"),
      "Mill's show" ->
        """[
          |  "qref:v1:ae4a1fdf:/home/me/shop/out/compile.dest/classes",
          |  "ref:v0:00ff:/home/me/lib/a b.jar"
          |]""".stripMargin,
      "a plain JSON array" -> entries.map(entry => s"\"$entry\"").mkString("[", ",", "]")
    )
  do
    test(s"a class path is read in the form of $what"):
      assertEquals(ClassPathText.entries(text, ":"), entries)

  test("a class path of Windows keeps its drives"):
    val windows = List("C:\\shop\\classes", "C:\\lib\\a.jar")
    assertEquals(ClassPathText.entries(windows.mkString(";"), ";"), windows)
    val json = windows.map(entry => s"\"qref:v1:0a:${entry.replace("\\", "\\\\")}\"").mkString("[", ",", "]")
    assertEquals(ClassPathText.entries(json, ";"), windows)
end ClassPathTextSuite
