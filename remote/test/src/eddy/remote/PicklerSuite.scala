package eddy.remote

import eddy.testing.PatientSuite

import java.time.{Duration as JavaDuration, Instant}
import java.util.UUID
import scala.concurrent.duration.*

class PicklerSuite extends PatientSuite:
  private def same[A: Pickler](values: A*)(using munit.Location): Unit =
    for value <- values do assertEquals(Pickler.read[A](Pickler.write(value)), Right(value))

  private def hex(bytes: Array[Byte]) = bytes.map(b => f"$b%02x").mkString(" ")

  test("a derived pickler restores what it wrote"):
    same(Count.Add(41), Count.Get("x"), Count.Reset)
    same(Person("ü", 3, Some("u")))
    same(Tree.Fork(Tree.Leaf(1), Tree.Many(List(Tree.Leaf(2)))))
    same(Messages.everything)
    same[Animal](Dog("Rex"), Cat, Eagle(2.1), Kiwi)

  test("numbers at the ends of their ranges are restored"):
    same[Byte](0, Byte.MinValue, Byte.MaxValue)
    same[Short](0, Short.MinValue, Short.MaxValue)
    same[Char](0, Char.MaxValue, '\ud800')
    same(0, -1, Int.MinValue, Int.MaxValue, 63, 64, -64, -65)
    same(0L, -1L, Long.MinValue, Long.MaxValue, Int.MaxValue + 1L)
    same(0.0, -0.0, Double.MinPositiveValue, Double.NegativeInfinity, Double.MaxValue)
    same(0.0f, -0.0f, Float.MinPositiveValue, Float.PositiveInfinity)
    same(BigInt(0), BigInt(-1), BigInt(127), BigInt(128), BigInt(-128), BigInt(-129), BigInt(7).pow(500))
    same(BigDecimal(0), BigDecimal("1e100"), BigDecimal("-1e-100"), BigDecimal("3.10"))

  test("a NaN keeps its bits"):
    val nan = java.lang.Double.longBitsToDouble(0x7ff8_0000_dead_beefL)
    val read = Pickler.read[Double](Pickler.write(nan)).toOption.get
    assertEquals(java.lang.Double.doubleToRawLongBits(read), 0x7ff8_0000_dead_beefL)

  test("times, durations and identifiers at the ends of their ranges are restored"):
    same(Instant.EPOCH, Instant.MIN, Instant.MAX, Instant.ofEpochSecond(-1, 999_999_999))
    same(
      JavaDuration.ZERO,
      JavaDuration.ofSeconds(Long.MinValue),
      JavaDuration.ofSeconds(Long.MaxValue, 999_999_999)
    )
    same[FiniteDuration](0.seconds, 1.day, (-5).millis, Long.MaxValue.nanos, -Long.MaxValue.nanos)
    same(UUID(0, 0), UUID(-1, Long.MinValue))

  test("strings of all planes and lengths are restored"):
    val lengths =
      for n <- Seq(0, 1, 63, 64, 65, 127, 128, 129, 1000, 20_000); c <- Seq("a", "é", "語", "🙂") yield c * n
    same(lengths*)
    same("\u0000\u007f\u0080\u07ff\u0800\uffff")

  test("collections are restored, empty ones too"):
    same(List.empty[Int], List(1, 2, 3), List.range(0, 10_000))
    same(Vector("a", ""), Vector())
    same(Set.empty[String], Set.tabulate(1000)(_.toString))
    same(Map(1 -> Map("x" -> Set(1.5))))
    same(Option(Option.empty[Int]), None)
    same[Either[Int, List[Unit]]](Left(1), Right(List((), ())))
    same((1, "a"), (2, "b"))
    same((1, 2L, 'c', true, "e", 6.0, 7f))

  test("arrays are restored, and have the form of lists"):
    def array[A: Pickler](array: Array[A])(using Pickler[Array[A]], Pickler[List[A]]) =
      val bytes = Pickler.write(array)
      assertEquals(Pickler.read[Array[A]](bytes).map(_.toList), Right(array.toList))
      assertEquals(hex(bytes), hex(Pickler.write(array.toList)))
      assertEquals(Pickler.schema[Array[A]], Pickler.schema[List[A]])
    array(Array(1, -1, Int.MaxValue))
    array(Array(1L, Long.MinValue))
    array(Array(0.5, -1.5))
    array(Array("a", "b"))
    assertEquals(
      Pickler.read[Array[Byte]](Pickler.write(Array[Byte](1, 2))).map(_.toList),
      Right(List[Byte](1, 2))
    )
    assertEquals(Pickler.read[IArray[Int]](Pickler.write(IArray(1, 2))).map(_.toList), Right(List(1, 2)))

  test("a wrapped pickler writes as the other one does"):
    val cents = Pickler.long.wrap(BigInt(_))(_.toLong)
    assertEquals(hex(cents.write(BigInt(5))), hex(Pickler.write(5L)))
    assertEquals(cents.schema, Pickler.schema[Long])
    same(Secret("x").text)

  test("an exception of a wrapped constructor is the reason why bytes are unreadable"):
    val read = Pickler.read[Secret](Pickler.write(""))
    assertEquals(
      read.left.map(_.reason),
      Left("java.lang.IllegalArgumentException: requirement failed: a secret is not empty")
    )

  test("refine rejects a value with its own reason"):
    val even = Pickler.int.refine(n => if n % 2 == 0 then Right(n) else Left(s"$n is odd"))(identity)
    assertEquals(even.read(even.write(4)), Right(4))
    assertEquals(even.read(Pickler.write(5)), Left(Unreadable("5 is odd", "", 1)))

  test("a sum by hand writes the number of the case and its value"):
    given tree: Pickler[Any] = Pickler.recursive[Any](tree =>
      Pickler.sum[Any]("Any")(
        Pickler.int.wrap(Integer.valueOf(_))(_.intValue).asCase("Number"),
        Pickler.string.asCase("Text"),
        Pickler.list(tree).asCase("All")
      )
    )
    same[Any](1, "a", List(1, List("b", Nil)))
    assertEquals(hex(Pickler.write[Any]("a")), "01 01 61")
    assertEquals(
      intercept[UnwritableException](Pickler.write[Any](1.5)).reason,
      "no case of Any fits a java.lang.Double"
    )

  test("picklers that need each other are made at the first use"):
    lazy val even: Pickler[List[Int]] = Pickler.option(Pickler.pair(Pickler.int, Pickler.later(odd)))
      .wrap(_.fold(Nil)(_ :: _))(l => l.headOption.map((_, l.tail)))
    lazy val odd: Pickler[List[Int]] = Pickler.option(Pickler.pair(Pickler.int, Pickler.later(even)))
      .wrap(_.fold(Nil)(_ :: _))(l => l.headOption.map((_, l.tail)))
    assertEquals(even.read(even.write(List(1, 2, 3))), Right(List(1, 2, 3)))

  test("bytes within an array are read by their range"):
    val bytes = Array[Byte](9, 9) ++ Pickler.write("abc") ++ Array[Byte](9)
    assertEquals(Pickler.string.read(bytes, 2, 6), Right("abc"))
    intercept[IndexOutOfBoundsException](Pickler.string.read(bytes, 2, 8))

  test("a failure to write names the place"):
    val lonely =
      intercept[UnwritableException](Pickler.write(Tree.Many(List(Tree.Leaf("a"), Tree.Leaf("b\ud800")))))
    assertEquals(lonely.path, "Many.all[1].Leaf.value")
    assertEquals(lonely.reason, "the surrogate at 1 of the string has no partner")
    val person = intercept[UnwritableException](Pickler.write(Person("\udc00" * 200)))
    assertEquals(person.path, "name")

  test("an output is used again after it is cleared"):
    val out = PickleOutput(1)
    for n <- Seq(1000, 3) do
      out.clear()
      Pickler[List[Int]].writeTo(List.range(0, n), out)
      assertEquals(Pickler.read[List[Int]](out.toArray), Right(List.range(0, n)))
end PicklerSuite
