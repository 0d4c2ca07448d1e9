package eddy.social.internal

import java.time.{Instant, InstantSource}

class IdsSuite extends eddy.testing.PatientSuite:
  test("ids of one millisecond ascend and differ"):
    val ids = new Ids(InstantSource.fixed(Instant.ofEpochMilli(1_800_000_000_000L)))
    val made = Vector.fill(1000)(ids.next())
    assertEquals(made.distinct.sorted, made)
    assertEquals(made.map(_.length).distinct, Vector(26))

  test("an id of a later time is greater, whichever node made it"):
    def at(millis: Long) = new Ids(InstantSource.fixed(Instant.ofEpochMilli(millis))).next()
    val made = Vector(1L, 31L, 32L, 1L << 20, 1_800_000_000_000L, 1_800_000_000_001L).map(at)
    assertEquals(made.sorted, made)

  test("ids ascend when the clock goes back"):
    var now = 2000L
    val ids = new Ids(() => Instant.ofEpochMilli(now))
    val before = ids.next()
    now = 1000
    assert(ids.next() > before)

  test("ids made by several threads differ"):
    val ids = new Ids(InstantSource.system)
    val made = java.util.stream.IntStream.range(0, 10_000).parallel.mapToObj(_ => ids.next()).toList
    assertEquals(java.util.HashSet(made).size, 10_000)
end IdsSuite
