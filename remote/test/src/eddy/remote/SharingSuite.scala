package eddy.remote

import eddy.testing.PatientSuite

/** A tree whose equal parts can be one object. */
enum Dag:
  case Leaf(text: String)
  case Fork(left: Dag, right: Dag)

object Dag:
  given shared: Pickler[Dag] = Pickler.recursive[Dag](_ => Pickler.derived[Dag].shared)

final case class Texts(all: List[String], more: Option[String])

class SharingSuite extends PatientSuite:
  import Dag.*

  private val text = Pickler.string.shared

  test("an object that occurs twice is one object again"):
    val leaf = Leaf("x")
    val read = Dag.shared.read(Dag.shared.write(Fork(leaf, Fork(leaf, Leaf("x"))))).toOption.get
    read match
      case Fork(a, Fork(b, c)) =>
        assert(a eq b)
        assert(a ne c)
        assertEquals(a, c)
      case other => fail(s"$other")

  test("a structure whose size doubles with each level takes a few bytes per level"):
    val deep = Iterator.iterate[Dag](Leaf("x"))(d => Fork(d, d)).drop(500).next()
    val bytes = Dag.shared.write(deep)
    assert(clue(bytes.length) < 3000)
    val read = Dag.shared.read(bytes).toOption.get
    var (level, a) = (0, read)
    while level < 500 do
      a match
        case Fork(left, right) =>
          assert(left eq right)
          a = left
          level += 1
        case leaf => fail(s"$leaf at level $level")
    assertEquals(a, Leaf("x"))

  test("equal objects are shared by value, not by identity"):
    def fresh = new String("a long text that occurs often")
    val texts = List.fill(10)(fresh)
    val byIdentity = Pickler.list(Pickler.string.shared)
    val byValue = Pickler.list(Pickler.string.sharedByValue)
    assert(clue(byIdentity.write(texts).length) > 300)
    assert(clue(byValue.write(texts).length) < 50)
    val read = byValue.read(byValue.write(texts)).toOption.get
    assertEquals(read, texts)
    assert(read.forall(_ eq read.head))

  test("without sharing, nothing is shared"):
    val text = "same"
    val read = Pickler.read[List[String]](Pickler.write(List(text, text))).toOption.get
    assert(read(0) ne read(1))

  test("another pickler of the same type shares nothing with it"):
    val two = Pickler.pair(Pickler.string.shared, Pickler.string.shared)
    val x = "abc"
    val (a, b) = two.read(two.write((x, x))).toOption.get
    assert(a ne b)
    val one = Pickler.pair(text, text)
    val (c, d) = one.read(one.write((x, x))).toOption.get
    assert(c eq d)
    // a reference into the parts of the other one
    val forged = Array[Byte](0, 1, 'a', 1)
    assertEquals(one.read(forged).map((a, b) => a eq b), Right(true))
    assertEquals(two.read(forged).left.map(_.reason), Left("there is no part at distance 1"))

  test("a reference to nothing, or to a part that contains it, is unreadable"):
    assertEquals(text.read(Array[Byte](1)).left.map(_.reason), Left("there is no part at distance 1"))
    assertEquals(
      Dag.shared.read(Array[Byte](0, 1, 1, 1)).left.map(_.reason),
      Left("there is no part at distance 1")
    )
    assertEquals(
      text.read(Array[Byte](-1, -1, -1, -1, 15)).left.map(_.reason),
      Left("there is no part at distance -1")
    )

  test("references of a hostile sender to a large part allocate nothing"):
    val all = Pickler.list(text)
    val large = "x" * 10_000
    val bytes = all.write(List.fill(10_000)(large))
    assert(clue(bytes.length) < 31_000)
    val read = all.read(bytes).toOption.get
    assert(read.forall(_ eq read.head))

  test("an element whose hash code visits far more parts than there are bytes is unreadable"):
    val deep = Iterator.iterate[Dag](Leaf("x"))(d => Fork(d, d)).drop(26).next()
    // its bytes, without a set of it, whose hash code would never be computed
    val bytes = 1.toByte +: Dag.shared.write(deep)
    val reason =
      "the elements of a set or map refer to shared parts so often that hashing them takes too long"
    assertEquals(Pickler.set(Dag.shared).read(bytes).left.map(_.reason), Left(reason))
    assertEquals(
      Pickler.map(Dag.shared, Pickler.unit).read(bytes).left.map(_.reason),
      Left(reason)
    )
    val flat = Iterator.iterate[Dag](Leaf("x"))(d => Fork(d, d)).drop(8).next()
    assertEquals(Pickler.set(Dag.shared).read(1.toByte +: Dag.shared.write(flat)), Right(Set(flat)))
end SharingSuite
