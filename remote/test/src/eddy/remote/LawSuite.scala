package eddy.remote

import eddy.remote.Shape.*
import eddy.testing.{PatientSuite, TestLength}

import scala.util.Random

/** What holds for every pickler, tried with random types and values. */
class LawSuite extends PatientSuite:
  private val rounds = TestLength.rounds(1500, 50_000)

  private def eachShape(body: Random ?=> Shape => Unit): Unit =
    Seeds.each(rounds)(random => body(using random)(Shape.random(3)(using random)))

  test("every value is restored from its bytes, in one form, without bytes left"):
    eachShape: shape =>
      val pickler = shape.pickler
      for _ <- 0 until 5 do
        val value = shape.value
        val bytes = pickler.write(value)
        assertEquals(pickler.read(bytes), Right(value), shape)
        // sets and maps have no order
        assertEquals(pickler.write(pickler.read(bytes).toOption.get).length, bytes.length, shape)
        assert(pickler.read(bytes :+ 0).isLeft)

  test("a proper prefix is unreadable"):
    eachShape: shape =>
      val pickler = shape.pickler
      val bytes = pickler.write(shape.value)
      for n <- bytes.indices.take(50) do assert(pickler.read(bytes.take(n)).isLeft, shape)

  test("fingerprints are equal exactly if schemas are"):
    eachShape: shape =>
      val (one, same) = (shape.pickler.schema, shape.pickler.schema)
      assertEquals(one, same)
      assertEquals(one.fingerprint, same.fingerprint)
      val other = Shape.random(2).pickler.schema
      assertEquals(one.fingerprint == other.fingerprint, one == other)
      assertEquals(one.text == other.text, one == other, s"$one\n\n$other")

  test("a schema survives its own bytes"):
    eachShape: shape =>
      val schema = shape.pickler.schema
      assertEquals(Schema.read(schema.toBytes), Right(schema))
end LawSuite
