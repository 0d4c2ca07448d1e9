package eddy.push.jgroups.internal

class EarlySuite extends eddy.testing.PatientSuite:
  private val none = new Array[Byte](0)
  private def numbered(term: String, number: Long) =
    new Frame.Numbered(term, number, "", 0, 0, Entry.Dropped(Vector.empty))
  private def numbers(frames: Seq[(Frame.Numbered, Array[Byte])]) = frames.map(_(0).number)

  test("early numbers are returned in order, for one term, and removed"):
    val early = Early()
    for number <- Seq(7L, 5L, 6L) do early.add(numbered("t", number), none)
    early.add(numbered("before", 4), none)
    assertEquals(numbers(early.take("t")), Vector(5L, 6L, 7L))
    assertEquals(numbers(early.take("before")), Vector())

  test("no more is kept than the bounds say, in number and in bytes"):
    val early = Early()
    for number <- 1L to 100_001L do early.add(numbered("t", number), none)
    assertEquals(early.take("t").size, 100_000)
    val big = new Array[Byte](16 * 1024 * 1024)
    for number <- 1L to 5L do early.add(numbered("t", number), big)
    assertEquals(numbers(early.take("t")), Vector(1L, 2L, 3L, 4L))

  test("it is known whether everything last announced has arrived"):
    val recent = Recent(most = 3)
    def after(number: Long) = recent.after(number, 5).map(_.map(_.number))
    for number <- 1L to 5L do recent.add(RecentFrame(number, none))
    assertEquals(after(5), Some(Vector()))
    assertEquals(after(3), Some(Vector(4L, 5L)))
    assertEquals(after(2), Some(Vector(3L, 4L, 5L)))
    assertEquals(after(1), None)
end EarlySuite
