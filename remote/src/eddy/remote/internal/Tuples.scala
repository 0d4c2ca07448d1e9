package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, SchemaType}
import eddy.remote.internal.wire.PickleFailure
import eddy.remote.{PickleInput, PickleOutput, PickleReader, Pickler}

/** Picklers of tuples: the parts, one after the other. */
private[remote] object Tuples:
  final class OfTuple[A <: Tuple](parts: Array[Pickler[Any]]) extends Pickler[A]:
    private val reader = TupleReader[A](parts.asInstanceOf[Array[PickleReader[Any]]])
    private[eddy] def writeTo(value: A, out: PickleOutput): Unit =
      out.enter()
      var i = 0
      try
        while i < parts.length do
          parts(i).writeTo(value.productElement(i), out)
          i += 1
      catch case failure: PickleFailure => throw failure.in(s"_${i + 1}")
      out.leave()
    private[eddy] def readFrom(in: PickleInput): A = reader.readFrom(in)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else parts.iterator.map(_.classNames(depth - 1, isLocal)).mkString("|")
    private[remote] def describe(description: Description): Int =
      description.of(this)(SchemaType(
        Kind.Tuple,
        children = parts.iterator.map(_.describe(description)).toVector
      ))
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[A] =
      val node = evolution.node(index)
      if node.kind != Kind.Tuple || node.children.size != parts.length then
        Evolution.mismatch(s"tuple of ${parts.length}", node)
      TupleReader[A](Array.tabulate(parts.length): i =>
        try parts(i).evolved(evolution, node.children(i))
        catch case mismatch: Evolution.Mismatch => throw mismatch.in(s"_${i + 1}"))
  end OfTuple

  private final class TupleReader[A <: Tuple](parts: Array[PickleReader[Any]]) extends PickleReader[A]:
    private[eddy] def readFrom(in: PickleInput): A =
      in.enter()
      val values = new Array[Object](parts.length)
      var i = 0
      try
        while i < parts.length do
          values(i) = parts(i).readFrom(in).asInstanceOf[Object]
          i += 1
      catch case failure: PickleFailure => throw failure.in(s"_${i + 1}")
      in.leave()
      Tuple.fromArray(values).asInstanceOf[A]
end Tuples
