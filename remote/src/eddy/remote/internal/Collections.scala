package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, SchemaType}
import eddy.remote.internal.wire.{Limits, PickleFailure}
import eddy.remote.{PickleInput, PickleOutput, PickleReader, Pickler}

import scala.collection.{Factory, mutable}

/** Picklers of collections: the number of elements, then the elements. */
private[remote] object Collections:
  /** Lists, vectors and arrays. */
  final class OfSequence[A, C](
      of: Pickler[A],
      factory: Factory[A, C],
      sizeOf: C => Int,
      iterate: C => Iterator[A]
  ) extends Pickler[C]:
    private val reader = SequenceReader(of, factory)
    private[eddy] def writeTo(value: C, out: PickleOutput): Unit =
      out.enter()
      out.writeUnsigned(sizeOf(value))
      writeElements(iterate(value), of, out)
      out.leave()
    private[eddy] def readFrom(in: PickleInput): C = reader.readFrom(in)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else of.classNames(depth - 1, isLocal)
    private[remote] def describe(description: Description): Int =
      description.of(this)(SchemaType(Kind.Sequence, children = Vector(of.describe(description))))
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[C] =
      val node = evolution.node(index)
      if node.kind != Kind.Sequence then Evolution.mismatch("sequence", node)
      SequenceReader(of.evolved(evolution, node.children(0)), factory)
  end OfSequence

  private final class SequenceReader[A, C](of: PickleReader[A], factory: Factory[A, C])
      extends PickleReader[C]:
    private[eddy] def readFrom(in: PickleInput): C =
      in.enter()
      val count = in.readLength()
      val elements = factory.newBuilder
      readElements(count, of, in, elements)
      in.leave()
      elements.result()

  final class OfSet[A](of: Pickler[A]) extends Pickler[Set[A]]:
    private val reader = SetReader(of)
    private[eddy] def writeTo(value: Set[A], out: PickleOutput): Unit =
      out.enter()
      if value.size > Limits.equalHashes then checkHashes(value)
      out.writeUnsigned(value.size)
      writeElements(value.iterator, of, out)
      out.leave()
    private[eddy] def readFrom(in: PickleInput): Set[A] = reader.readFrom(in)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else of.classNames(depth - 1, isLocal)
    private[remote] def describe(description: Description): Int =
      description.of(this)(SchemaType(Kind.Set, children = Vector(of.describe(description))))
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[Set[A]] =
      val node = evolution.node(index)
      if node.kind != Kind.Set then Evolution.mismatch("set", node)
      SetReader(of.evolved(evolution, node.children(0)))
  end OfSet

  private final class SetReader[A](of: PickleReader[A]) extends PickleReader[Set[A]]:
    private[eddy] def readFrom(in: PickleInput): Set[A] =
      in.enter()
      val count = in.readLength()
      val elements = mutable.ArrayBuffer.empty[A]
      val before = in.expanded
      readElements(count, of, in, elements)
      in.checkHashed(in.expanded - before)
      if count > Limits.equalHashes then checkHashes(elements)
      val set = elements.toSet
      if set.size != count then in.fail("a set has an element twice")
      in.leave()
      set

  final class OfMap[K, V](key: Pickler[K], of: Pickler[V]) extends Pickler[Map[K, V]]:
    private val reader = MapReader(key, of)
    private[eddy] def writeTo(value: Map[K, V], out: PickleOutput): Unit =
      out.enter()
      if value.size > Limits.equalHashes then checkHashes(value.keys)
      out.writeUnsigned(value.size)
      val entries = value.iterator
      var i = 0
      try
        while entries.hasNext do
          val (k, v) = entries.next()
          val start = out.size
          key.writeTo(k, out)
          of.writeTo(v, out)
          out.endElement(start)
          i += 1
      catch case failure: PickleFailure => throw failure.in(s"[$i]")
      out.leave()
    private[eddy] def readFrom(in: PickleInput): Map[K, V] = reader.readFrom(in)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else s"${key.classNames(depth - 1, isLocal)}|${of.classNames(depth - 1, isLocal)}"
    private[remote] def describe(description: Description): Int =
      description.of(this)(
        SchemaType(Kind.Map, children = Vector(key.describe(description), of.describe(description)))
      )
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[Map[K, V]] =
      val node = evolution.node(index)
      if node.kind != Kind.Map then Evolution.mismatch("map", node)
      MapReader(key.evolved(evolution, node.children(0)), of.evolved(evolution, node.children(1)))
  end OfMap

  private final class MapReader[K, V](key: PickleReader[K], of: PickleReader[V])
      extends PickleReader[Map[K, V]]:
    private[eddy] def readFrom(in: PickleInput): Map[K, V] =
      in.enter()
      val count = in.readLength()
      val entries = mutable.ArrayBuffer.empty[(K, V)]
      val reader = EntryReader(key, of)
      readElements(count, reader, in, entries)
      in.checkHashed(reader.keySize)
      if count > Limits.equalHashes then checkHashes(entries.view.map(_(0)))
      val map = entries.toMap
      if map.size != count then in.fail("a map has a key twice")
      in.leave()
      map

  private final class EntryReader[K, V](key: PickleReader[K], of: PickleReader[V])
      extends PickleReader[(K, V)]:
    /** Expanded steps of the keys so far. */
    var keySize = 0L

    private[eddy] def readFrom(in: PickleInput): (K, V) =
      val before = in.expanded
      val k = key.readFrom(in)
      keySize += in.expanded - before
      (k, of.readFrom(in))

  /** Arrays of numbers, without an object for each number. They have the form of lists of the numbers. */
  abstract class OfNumbers[C](of: Pickler[?], general: => Pickler[C]) extends Pickler[C]:
    private[remote] def describe(description: Description): Int =
      description.of(this)(SchemaType(Kind.Sequence, children = Vector(of.describe(description))))
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

  /** Picklers of types that have subtypes with picklers: those go first. */
  trait General:
    given ofSeq: [A] => (of: Pickler[A]) => Pickler[Seq[A]] = Pickler.seq(of)

  private def writeElements[A](elements: Iterator[A], of: Pickler[A], out: PickleOutput): Unit =
    var i = 0
    try
      while elements.hasNext do
        val start = out.size
        of.writeTo(elements.next(), out)
        out.endElement(start)
        i += 1
    catch case failure: PickleFailure => throw failure.in(s"[$i]")

  // The count alone allocates nothing. Each element takes a byte, or is one of the few without.
  private def readElements[A](
      count: Int,
      of: PickleReader[A],
      in: PickleInput,
      into: mutable.Growable[A]
  ): Unit =
    var i = 0
    try
      while i < count do
        val start = in.position
        into += of.readFrom(in)
        in.endElement(start)
        i += 1
    catch case failure: PickleFailure => throw failure.in(s"[$i]")

  /** Time would grow with the square of the elements that have one hash code: a sender could choose them
    * so.
    */
  private def checkHashes(elements: Iterable[Any]): Unit =
    val hashes = elements.iterator.map(_.##).toArray
    java.util.Arrays.sort(hashes)
    var i = Limits.equalHashes
    while i < hashes.length do
      if hashes(i) == hashes(i - Limits.equalHashes) then
        throw PickleFailure(s"a set or map has more than ${Limits.equalHashes} elements with one hash code")
      i += 1
end Collections
