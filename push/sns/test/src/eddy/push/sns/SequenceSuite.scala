package eddy.push.sns

import eddy.push.Json
import eddy.push.sns.internal.{Parcel, Sequence}

import scala.util.Random

/** The order of one node's publications. */
class SequenceSuite extends eddy.testing.PatientSuite:
  private val within = 3_000_000_000L
  private def parcel(n: Long, givenUp: Long*) = Parcel("a", n, givenUp.toVector, Vector(Json("1")))
  private def beat(n: Long, givenUp: Long*) = Parcel("a", n, givenUp.toVector, Vector.empty)
  private def numbers(parcels: Vector[Parcel]) = parcels.map(_.number)

  test("reordered or repeated publications are handed on in order, each once"):
    for seed <- 1 to 200 do
      val random = Random(seed)
      val sequence = Sequence(0)
      val all = (1 to 50).toVector.flatMap(n => Vector.fill(1 + random.nextInt(2))(parcel(n)))
      val out = (beat(0) +: random.shuffle(all)).flatMap(p => sequence.come(p, 1))
      assertEquals(numbers(out), (1L to 50L).toVector, s"seed $seed")
      assert(!sequence.isWaiting)
      assertEquals(sequence.expire(Long.MaxValue / 2, within), Sequence.Expired(false, Vector.empty))

  test("a missing publication is waited for, and then becomes a gap"):
    val sequence = Sequence(0)
    assertEquals(numbers(sequence.come(parcel(1), 0)), Vector(1L))
    assertEquals(numbers(sequence.come(parcel(3), 10)), Vector())
    assertEquals(numbers(sequence.come(parcel(4), within)), Vector())
    assertEquals(sequence.expire(within + 9, within), Sequence.Expired(false, Vector.empty))
    val expired = sequence.expire(within + 10, within)
    assertEquals((expired.gap, numbers(expired.parcels)), (true, Vector(3L, 4L)))
    assertEquals(numbers(sequence.come(parcel(2), within + 20)), Vector(), "it was told of as lost")
    assertEquals(numbers(sequence.come(parcel(5), within + 20)), Vector(5L))

  test("a missing last number is found by a beat"):
    val sequence = Sequence(0)
    sequence.come(beat(0), 0): Unit
    sequence.come(parcel(1), 0): Unit
    assert(!sequence.isWaiting)
    sequence.come(beat(2), 5): Unit
    assert(sequence.isWaiting)
    assertEquals(sequence.expire(within + 5, within), Sequence.Expired(true, Vector.empty))
    assert(!sequence.isWaiting)
    assertEquals(numbers(sequence.come(parcel(3), within + 6)), Vector(3L))

  test("numbers that were given up leave no gap"):
    val sequence = Sequence(0)
    sequence.come(parcel(1), 0): Unit
    assertEquals(numbers(sequence.come(parcel(4, 2, 3), 0)), Vector(4L))
    assertEquals(numbers(sequence.come(parcel(6), 0)), Vector())
    assertEquals(numbers(sequence.come(beat(4, 5), 0)), Vector(6L))
    assert(!sequence.isWaiting)

  test("of a node that publishes already, the first that come are put into order before they are handed on"):
    val sequence = Sequence(0)
    assertEquals(numbers(sequence.come(parcel(57), 0)), Vector())
    assertEquals(numbers(sequence.come(parcel(56), 1)), Vector())
    assertEquals(numbers(sequence.come(parcel(58, 55), 1)), Vector())
    val began = sequence.expire(within, within)
    assertEquals((began.gap, numbers(began.parcels)), (false, Vector(56L, 57L, 58L)))
    assertEquals(numbers(sequence.come(parcel(59), within)), Vector(59L))

  test("after a moment, the next publication of a node that only beats is handed on at once"):
    val sequence = Sequence(0)
    sequence.come(beat(80), 0): Unit
    assertEquals(sequence.expire(within, within), Sequence.Expired(false, Vector.empty))
    assertEquals(numbers(sequence.come(parcel(81), within)), Vector(81L))

  test("when the way was cut, earlier publications never come again, and the next one is handed on"):
    val sequence = Sequence(0)
    (1 to 57).foreach(n => sequence.come(parcel(n), 0): Unit)
    sequence.cut()
    for again <- Seq(1, 56, 57) do assertEquals(numbers(sequence.come(parcel(again), 5)), Vector())
    assert(!sequence.isWaiting, "nothing new has come")
    assertEquals(sequence.heard, 0L, "who sends something again is not that node")
    assertEquals(numbers(sequence.come(parcel(60), 6)), Vector())
    val began = sequence.expire(within, within)
    assertEquals((began.gap, numbers(began.parcels), sequence.heard), (false, Vector(60L), 6L))
    assertEquals(numbers(sequence.come(parcel(61), within)), Vector(61L))

  test("when the way was cut, a beat says where to continue, and an older one does not turn it back"):
    val sequence = Sequence(0)
    (1 to 57).foreach(n => sequence.come(parcel(n), 0): Unit)
    sequence.cut()
    sequence.come(beat(3), 1): Unit
    assert(!sequence.isWaiting)
    sequence.come(beat(59), 1): Unit
    assertEquals(sequence.expire(within, within), Sequence.Expired(false, Vector.empty))
    assertEquals(numbers(sequence.come(parcel(58), within)), Vector())
    assertEquals(numbers(sequence.come(parcel(60), within)), Vector(60L))

  test("no more is held back than there is room for"):
    val sequence = Sequence(0)
    sequence.come(parcel(1), 0): Unit
    (3 to 1002).foreach(n => sequence.come(parcel(n), 0): Unit)
    val expired = sequence.expire(1, within)
    assert(expired.gap)
    assertEquals(numbers(expired.parcels), (3L to 1002L).toVector)

  test("a parcel is read as it was written"):
    val texts = Seq("""{"c":"a","d":1}""", """{"c":"b","d":"ä€😀"}""")
    assertEquals(
      Parcel.read(Parcel.write("n1", 7, Vector(3, 4), texts)),
      Parcel("n1", 7, Vector(3, 4), texts.map(Json(_)).toVector)
    )
    assertEquals(Parcel.read(Parcel.write("n1", 0, Nil, Nil)), Parcel("n1", 0, Vector.empty, Vector.empty))
    Seq("", "{}", "[]", "{\"o\":\"x\"}", "{\"o\":\"x\",\"n\":-1}", "nonsense").foreach: text =>
      intercept[eddy.push.internal.MessageFormatException](Parcel.read(text)): Unit
end SequenceSuite
