package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, SchemaType}
import eddy.remote.internal.wire.PickleFailure
import eddy.remote.{Derived, PickleInput, PickleOutput, PickleReader, Pickler}

/** Picklers of one of several alternatives. */
private[remote] object Choices:
  /** 0, or 1 and the value. */
  final class OfOption[A](of: Pickler[A]) extends Pickler[Option[A]]:
    private val reader = OptionReader(of)
    private[eddy] def writeTo(value: Option[A], out: PickleOutput): Unit = value match
      case Some(a) =>
        out.enter()
        out.writeByte(1)
        of.writeTo(a, out)
        out.leave()
      case None => out.writeByte(0)
    private[eddy] def readFrom(in: PickleInput): Option[A] = reader.readFrom(in)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else of.classNames(depth - 1, isLocal)
    private[remote] def describe(description: Description): Int =
      description.of(this)(SchemaType(Kind.Option, children = Vector(of.describe(description))))
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[Option[A]] =
      val node = evolution.node(index)
      if node.kind != Kind.Option then Evolution.mismatch("option", node)
      OptionReader(of.evolved(evolution, node.children(0)))
  end OfOption

  private final class OptionReader[A](of: PickleReader[A]) extends PickleReader[Option[A]]:
    private[eddy] def readFrom(in: PickleInput): Option[A] =
      if in.readBoolean() then
        in.enter()
        val value = of.readFrom(in)
        in.leave()
        Some(value)
      else None

  /** 0 and the left value, or 1 and the right one. */
  final class OfEither[A, B](left: Pickler[A], right: Pickler[B]) extends Pickler[Either[A, B]]:
    private val reader = EitherReader(left, right)
    private[eddy] def writeTo(value: Either[A, B], out: PickleOutput): Unit =
      out.enter()
      value match
        case Left(a) =>
          out.writeByte(0)
          left.writeTo(a, out)
        case Right(b) =>
          out.writeByte(1)
          right.writeTo(b, out)
      out.leave()
    private[eddy] def readFrom(in: PickleInput): Either[A, B] = reader.readFrom(in)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then ""
      else s"${left.classNames(depth - 1, isLocal)}|${right.classNames(depth - 1, isLocal)}"
    private[remote] def describe(description: Description): Int =
      description.of(this)(
        SchemaType(Kind.Either, children = Vector(left.describe(description), right.describe(description)))
      )
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[Either[A, B]] =
      val node = evolution.node(index)
      if node.kind != Kind.Either then Evolution.mismatch("either", node)
      EitherReader(left.evolved(evolution, node.children(0)), right.evolved(evolution, node.children(1)))
  end OfEither

  private final class EitherReader[A, B](left: PickleReader[A], right: PickleReader[B])
      extends PickleReader[Either[A, B]]:
    private[eddy] def readFrom(in: PickleInput): Either[A, B] =
      in.enter()
      val value = if in.readBoolean() then Right(right.readFrom(in)) else Left(left.readFrom(in))
      in.leave()
      value

  /** A sum without a derivation: the case of a value is the first one that it is an instance of. */
  final class ByTest[A](name: String, cases: Vector[Pickler.SumCase[A]])
      extends Derived.Sum[A](name, cases.map(c => Derived.name(c.name, false))*):
    def makeCases: Array[Pickler[? <: A]] = cases.map(_.pickler).toArray
    def caseOf(value: A): Int =
      val choice = cases.indexWhere(_.test(value))
      if choice < 0 then
        throw PickleFailure(s"no case of $name fits a ${value.asInstanceOf[AnyRef].getClass.getName}")
      choice
end Choices
