package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, Node}
import eddy.remote.{PickleInput, PickleOutput, PickleReader, Pickler}

/** Picklers of arrays of numbers, without an object for each number. They write as lists of the numbers do. */
private[remote] object Arrays:
  abstract class OfNumbers[C](of: Pickler[?], general: => Pickler[C]) extends Pickler[C]:
    private[remote] def describe(description: Description): Int =
      description.of(this)(Node(Kind.Sequence, children = Vector(of.describe(description))))
    // rarely needed: only for widening
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[C] =
      general.evolve(evolution, index)

    /** The length of the array, each of whose elements takes `least` bytes or more. */
    protected def length(in: PickleInput, least: Int): Int =
      val length = in.readLength()
      if length.toLong * least > in.remaining then in.need(Int.MaxValue)
      length

  final class OfInts(general: => Pickler[Array[Int]])
      extends OfNumbers[Array[Int]](Primitives.OfInt, general):
    private[eddy] def writeTo(value: Array[Int], out: PickleOutput): Unit =
      out.enter()
      out.writeUnsigned(value.length)
      var i = 0
      while i < value.length do
        out.writeInt(value(i))
        i += 1
      out.leave()
    private[eddy] def readFrom(in: PickleInput): Array[Int] =
      in.enter()
      val value = new Array[Int](length(in, 1))
      var i = 0
      while i < value.length do
        value(i) = in.readInt()
        i += 1
      in.leave()
      value
  end OfInts

  final class OfLongs(general: => Pickler[Array[Long]])
      extends OfNumbers[Array[Long]](Primitives.OfLong, general):
    private[eddy] def writeTo(value: Array[Long], out: PickleOutput): Unit =
      out.enter()
      out.writeUnsigned(value.length)
      var i = 0
      while i < value.length do
        out.writeLong(value(i))
        i += 1
      out.leave()
    private[eddy] def readFrom(in: PickleInput): Array[Long] =
      in.enter()
      val value = new Array[Long](length(in, 1))
      var i = 0
      while i < value.length do
        value(i) = in.readLong()
        i += 1
      in.leave()
      value
  end OfLongs

  final class OfDoubles(general: => Pickler[Array[Double]])
      extends OfNumbers[Array[Double]](Primitives.OfDouble, general):
    private[eddy] def writeTo(value: Array[Double], out: PickleOutput): Unit =
      out.enter()
      out.writeUnsigned(value.length)
      var i = 0
      while i < value.length do
        out.writeDouble(value(i))
        i += 1
      out.leave()
    private[eddy] def readFrom(in: PickleInput): Array[Double] =
      in.enter()
      val value = new Array[Double](length(in, 8))
      var i = 0
      while i < value.length do
        value(i) = in.readDouble()
        i += 1
      in.leave()
      value
  end OfDoubles
end Arrays
