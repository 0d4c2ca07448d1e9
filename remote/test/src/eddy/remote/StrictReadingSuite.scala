package eddy.remote

import eddy.testing.PatientSuite

import java.io.ByteArrayOutputStream

class StrictReadingSuite extends PatientSuite:
  private def bytes(values: Int*) = values.map(_.toByte).toArray

  private def rejects[A: Pickler](values: Int*)(reason: String, path: String = "")(using
      munit.Location
  ): Unit =
    Pickler.read[A](bytes(values*)) match
      case Left(unreadable) => assertEquals((unreadable.reason, unreadable.path), (reason, path))
      case Right(value) => fail(s"was read as $value")

  private def varint(value: Long): Array[Byte] =
    val out = PickleOutput()
    out.writeUnsignedLong(value)
    out.toArray

  private val ended = "the bytes end within the value"

  test("no bytes are missing or left over"):
    rejects[Int]()(ended)
    rejects[Int](0x80)(ended)
    rejects[String](2, 'a')(ended)
    rejects[Double](1, 2, 3)(ended)
    rejects[Int](2, 0)("1 bytes follow the value")

  test("every prefix of a value is unreadable"):
    val whole = Pickler.write(Messages.everything)
    for n <- whole.indices do assert(Pickler.read[Everything](whole.take(n)).isLeft, n)

  test("a number has one form"):
    rejects[Int](0x80, 0)("a number has more bytes than it needs")
    rejects[Long](0xff, 0x80, 0)("a number has more bytes than it needs")
    rejects[Int](0xff, 0xff, 0xff, 0xff, 0x10)("a number exceeds 32 bits")
    rejects[Long](Seq.fill(9)(0xff) :+ 2*)("a number exceeds 64 bits")
    rejects[Long](Seq.fill(20)(0xff)*)("a number exceeds 64 bits")
    rejects[Short](0x80, 0x80, 4)("32768 is no Short")
    rejects[Char](0x80, 0x80, 4)("65536 is no Char")
    rejects[Boolean](2)("2 is no Boolean")
    rejects[Option[Int]](2)("2 is no Boolean")
    rejects[BigInt](0)("a number has no byte")
    rejects[BigInt](2, 0, 5)("a number has more bytes than it needs")
    rejects[BigInt](2, 0xff, 0x80)("a number has more bytes than it needs")

  test("a string is UTF-8 in its shortest form, without surrogates"):
    val bad = Seq(
      Seq(0x80),
      Seq(0xc0, 0x80),
      Seq(0xc1, 0xbf),
      Seq(0xc3),
      Seq(0xc3, 0x41),
      Seq(0xe0, 0x80, 0x80),
      Seq(0xe0, 0x9f, 0xbf),
      Seq(0xed, 0xa0, 0x80),
      Seq(0xed, 0xbf, 0xbf),
      Seq(0xe8, 0xaa),
      Seq(0xf0, 0x80, 0x80, 0x80),
      Seq(0xf0, 0x8f, 0xbf, 0xbf),
      Seq(0xf4, 0x90, 0x80, 0x80),
      Seq(0xf5, 0x80, 0x80, 0x80),
      Seq(0xf8, 0x88, 0x80, 0x80, 0x80),
      Seq(0xff)
    )
    for sequence <- bad; before <- Seq(0, 1, 9) do
      val text = Seq.fill(before)(0x61) ++ sequence
      rejects[String](text.size +: text*)("a string is not UTF-8")

  test("UTF-8 is accepted exactly as the JDK does"):
    val decoder = java.nio.charset.StandardCharsets.UTF_8.newDecoder()
    def accepts(text: Array[Byte]) =
      try
        decoder.decode(java.nio.ByteBuffer.wrap(text)): Unit
        true
      catch case _: java.nio.charset.CharacterCodingException => false
    val edges = Seq(0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xec, 0xed,
      0xef, 0xf0, 0xf3, 0xf4, 0xf5, 0xff)
    for a <- 0 to 255; b <- edges; c <- Seq(0x41, 0x80, 0xbf, 0xc2); d <- Seq(0x41, 0x80) do
      val text = bytes(a, b, c, d)
      if Pickler.read[String](bytes(4) ++ text).isRight != accepts(text) then fail(s"${text.toSeq}")

  test("an unknown case is unreadable"):
    rejects[Count](3)("Count has no case of number 3")
    rejects[Count](0xff, 0xff, 0xff, 0xff, 0xf)("a length exceeds 31 bits")

  test("times and durations out of range are unreadable"):
    def rejected[A: Pickler](parts: Array[Byte]*) = assert(Pickler.read[A](parts.flatten.toArray).isLeft)
    rejected[java.time.Instant](varint(-1), varint(0))
    rejected[java.time.Instant](varint(0), varint(1_000_000_000))
    rejected[java.time.Duration](varint(0), varint(1L << 31))
    rejected[scala.concurrent.duration.FiniteDuration](varint(-1))

  test("a set or map has no element twice"):
    rejects[Set[Int]](2, 4, 4)("a set has an element twice")
    rejects[Map[Int, Int]](2, 4, 0, 4, 2)("a map has a key twice")

  test("the place of the failure is named"):
    rejects[Person](1, 'a', 2, 1, 2, 'b')(ended, "nick")
    rejects[Tree[Int]](2, 2, 0, 2, 1, 0, 2, 7)("Tree has no case of number 7", "Many.all[1].Fork.right")
    rejects[Map[Int, (Int, Boolean)]](2, 0, 0, 1, 2, 0, 3)("3 is no Boolean", "[1]._2")
    assertEquals(Pickler.read[Person](bytes(1, 'a', 2, 1, 2, 'b')).left.map(_.position), Left(5))

  test("a length alone allocates nothing"):
    val lengths = Seq(1L << 20, Int.MaxValue.toLong, 1L << 40).map(varint)
    for length <- lengths do
      def rejected[A: Pickler] =
        assert(Pickler.read[A](length).isLeft)
        val allocated = Allocation.of(Pickler.read[A](length))
        assert(clue(allocated) < 4096, Pickler.schema[A].text)
      rejected[String]
      rejected[List[Int]]
      rejected[Vector[String]]
      rejected[Set[Int]]
      rejected[Map[Int, Int]]
      rejected[Array[Int]]
      rejected[Array[Long]]
      rejected[Array[Double]]
      rejected[Array[String]]
      rejected[Array[Byte]]
      rejected[BigInt]

  test("elements without a byte are counted over the whole message"):
    assertEquals(Pickler.read[List[Unit]](varint(4096)).map(_.size), Right(4096))
    val tooMany = "its collections have more than 4096 elements without a byte"
    assertEquals(Pickler.read[List[Unit]](varint(4097)).left.map(_.reason), Left(tooMany))
    val half = varint(2500)
    assertEquals(
      Pickler.read[List[Vector[Unit]]](varint(2) ++ half ++ half).left.map(_.reason),
      Left(tooMany)
    )
    assertEquals(
      Pickler.read[Map[Unit, Unit]](varint(100)).left.map(_.reason),
      Left("a set or map has more than 64 elements with one hash code")
    )
    assertEquals(intercept[UnwritableException](Pickler.write(List.fill(4097)(()))).reason, tooMany)

  test("more than a thousand levels are an error at both ends"):
    def nested(levels: Int): Tree[Int] =
      (1 until levels).foldLeft[Tree[Int]](Tree.Leaf(1))((t, _) => Tree.Fork(t, Tree.Leaf(2)))
    val tooDeep = "it is nested in more than 1000 levels"
    assertEquals(Pickler.read[Tree[Int]](Pickler.write(nested(1000))), Right(nested(1000)))
    assertEquals(intercept[UnwritableException](Pickler.write(nested(1001))).reason, tooDeep)
    val bomb = ByteArrayOutputStream()
    for _ <- 0 until 1_000_000 do bomb.write(1)
    val unreadable = Pickler.read[Tree[Int]](bomb.toByteArray).left.toOption.get
    assertEquals(unreadable.reason, tooDeep)
    assert(clue(unreadable.path).startsWith("Fork.left.Fork.left.") && clue(unreadable.path.length) < 500)
    val value = Iterator.iterate[Tree[Int]](Tree.Leaf(1))(t => Tree.Many(List(t))).drop(600).next()
    assertEquals(intercept[UnwritableException](Pickler.write(value)).reason, tooDeep)

  test("a thread with a small stack gets an answer, too"):
    @volatile var result: Option[Either[Unreadable, Tree[Int]]] = None
    val bomb = Array.fill[Byte](2000)(1)
    val thread = new Thread(null, () => result = Some(Pickler.read[Tree[Int]](bomb)), "small", 64 << 10)
    thread.start()
    thread.join()
    assert(clue(result).exists(_.isLeft))

  test("hash codes that a sender has chosen do not cost the square of the time"):
    // all have the hash code of "AaAaAaAaAaAaAaAa"
    def colliding(n: Int): List[String] =
      Iterator.iterate(List(""))(_.flatMap(s => List(s + "Aa", s + "BB"))).drop(n).next()
    val many = colliding(14)
    val reason = "a set or map has more than 64 elements with one hash code"
    assertEquals(Pickler.read[Set[String]](Pickler.write(many)).left.map(_.reason), Left(reason))
    assertEquals(
      Pickler.read[Map[String, Int]](Pickler.write(many.map(_ -> 1))).left.map(_.reason),
      Left(reason)
    )
    assertEquals(intercept[UnwritableException](Pickler.write(many.toSet)).reason, reason)
    val few = colliding(6).toSet
    assertEquals(few.size, 64)
    val set = few ++ (1 to 1000).map(_.toString)
    assertEquals(Pickler.read[Set[String]](Pickler.write(set)), Right(set))

end StrictReadingSuite
