package eddy.remote

import eddy.remote.Shape.*
import eddy.testing.{PatientSuite, TestLength, TimeLimit}

import scala.concurrent.duration.*
import scala.util.Random

/** Bytes that no pickler wrote: mutations of valid ones. The long form, `./eddy test --all`, tries ten
  * million: `EDDY_TEST_ALL=1 ./mill remote.test.testOnly eddy.remote.FuzzSuite`.
  */
class FuzzSuite extends PatientSuite:
  override def timeLimit: TimeLimit = TimeLimit(60.minutes, "Its long form reads ten million inputs.")

  private val inputs = TestLength.rounds(100_000, 10_000_000)
  private val perShape = 500

  private def eachInput(shapeOf: Random ?=> Shape)(body: (Shape, PickleReader[Any], Array[Byte]) => Unit)
      : Unit =
    Seeds.each(math.max(1, inputs / perShape)): random =>
      given Random = random
      val shape = shapeOf
      val pickler = shape.pickler
      val other = pickler.write(shape.value)
      var valid = other
      for i <- 0 until perShape do
        if i % 20 == 0 then valid = pickler.write(shape.value)
        body(shape, pickler, Mutations.of(valid, other))

  test("mutated bytes are read or unreadable, and what is read is restored again"):
    eachInput(Shape.random(4)): (shape, reader, bytes) =>
      reader.read(bytes) match
        case Right(value) =>
          val again = shape.pickler
          assertEquals(again.read(again.write(value)), Right(value), shape)
        case Left(unreadable) =>
          assert(unreadable.reason.nonEmpty)
          assert(!clue(unreadable.reason).contains("Exception"), shape)
          assert(unreadable.position >= 0 && unreadable.position <= bytes.length, shape)

  test("memory is bounded by the bytes"):
    // the costliest bytes: a unit or a small number in a vector, an entry of a map
    eachInput(Shape.random(4)): (shape, reader, bytes) =>
      // 4,096 elements without a byte are the constant part
      val limit = 256L * bytes.length + (3 << 20)
      if Allocation.once(reader.read(bytes)) > limit then
        assert(clue(Allocation.of(reader.read(bytes))) <= limit, s"${bytes.length} bytes of $shape")

  test("other bytes of a schema are read or unreadable"):
    Seeds.each(inputs / perShape): random =>
      given Random = random
      val valid = Shape.random(4).pickler.schema.toBytes
      val other = Shape.random(4).pickler.schema.toBytes
      for _ <- 0 until perShape / 10 do
        val bytes = Mutations.of(valid, other)
        for schema <- Schema.read(bytes) do assertEquals(schema.toBytes.toSeq, bytes.toSeq)
end FuzzSuite
