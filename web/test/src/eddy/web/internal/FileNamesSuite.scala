package eddy.web.internal

class FileNamesSuite extends eddy.testing.PatientSuite:
  test("a name is cut to 200 characters, keeping its ending, and never within a character"):
    assertEquals(FileNames.safe("a" * 300 + ".jpeg"), "a" * 195 + ".jpeg")
    assertEquals(FileNames.safe("a" * 300), "a" * 200)
    val smile = "\ud83d\ude00"
    val cut = FileNames.safe("a" + smile * 150)
    assertEquals(cut, "a" + smile * 99)

  test("whatever comes, the name is one of a file in the folder"):
    val random = scala.util.Random(11)
    val pieces = Vector(
      "/",
      "\\",
      ".",
      "..",
      " ",
      "\u0000",
      "\n",
      "con",
      "nul",
      "a",
      "é",
      "\u202e",
      ":",
      "\ud83d\ude00",
      ".txt"
    )
    for _ <- 1 to 2000 do
      val sent = Seq.fill(random.nextInt(12))(pieces(random.nextInt(pieces.size))).mkString
      val safe = FileNames.safe(sent)
      val path = java.nio.file.Path.of("/folder").resolve(safe)
      assertEquals(path.normalize, path, s"\"$sent\" became \"$safe\"")
      assertEquals((path.getParent.toString, path.getFileName.toString), ("/folder", safe))
end FileNamesSuite
