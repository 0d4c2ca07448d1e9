package eddy.web.http2

import eddy.web.internal.http2.SeenStreams
import eddy.web.internal.http2.SeenStreams.Seen

class SeenStreamsSuite extends eddy.testing.PatientSuite:
  test("a stream is opened, then ended; one that was left out is known as that"):
    val seen = SeenStreams()
    assertEquals(seen.of(1), Seen.Forgotten)
    seen.open(1)
    seen.open(7)
    seen.end(7)
    assertEquals(
      Seq(1, 3, 5, 7, 9).map(seen.of),
      Seq(Seen.Opened, Seen.LeftOut, Seen.LeftOut, Seen.Ended, Seen.Forgotten)
    )

  test("only the last are remembered, and a place is used again"):
    val seen = SeenStreams()
    for stream <- 1 to 2049 by 2 do
      seen.open(stream)
      seen.end(stream)
    assertEquals(
      Seq(1, 1025, 1027, 2049).map(seen.of),
      Seq(Seen.Forgotten, Seen.Forgotten, Seen.Ended, Seen.Ended)
    )
    seen.open(3073)
    assertEquals(
      Seq(2049, 2051, 3071, 3073).map(seen.of),
      Seq(Seen.Forgotten, Seen.LeftOut, Seen.LeftOut, Seen.Opened)
    )

  test("a late frame for a stream long forgotten changes nothing"):
    val seen = SeenStreams()
    seen.open(Int.MaxValue)
    seen.open(1)
    seen.end(1)
    assertEquals(Seq(1, Int.MaxValue).map(seen.of), Seq(Seen.Forgotten, Seen.Opened))
end SeenStreamsSuite
