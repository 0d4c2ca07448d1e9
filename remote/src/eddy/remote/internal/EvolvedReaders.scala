package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, Label}
import eddy.remote.internal.wire.PickleFailure
import eddy.remote.{PickleInput, PickleReader}

import scala.collection.mutable

/** Readers of products and sums that another release has written, by names. */
private[remote] object EvolvedReaders:
  /** Where the fields of a product of this release come from. */
  trait Target[A]:
    def name: String
    def labels: Vector[Label]

    /** The reader of field `i` for the type `index` of the writer. */
    def field(i: Int, evolution: Evolution, index: Int): PickleReader[?]

    def default(i: Int): Any
    def make(values: Array[Any]): A

  /** Unknown fields are skipped, missing ones get their defaults. */
  def product[A](evolution: Evolution, index: Int, target: Target[A]): PickleReader[A] =
    val node = evolution.node(index)
    if node.kind != Kind.Product then Evolution.mismatch(s"class ${target.name}", node)
    val positions = matching(node.labels, target.labels)
    val missing = target.labels.indices.filterNot(positions.contains)
    for i <- missing if !target.labels(i).hasDefault do
      throw Evolution.Mismatch(
        s"the field is missing in ${node.shortName} and has no default",
        List(target.labels(i).name)
      )
    // the writer's fields, but for those that take no byte and are dropped
    val read = positions.indices.filter(i => positions(i) >= 0 || !evolution.isEmpty(node.children(i)))
    val readers = read.map: i =>
      val (to, child) = (positions(i), node.children(i))
      if to < 0 then evolution.skip(child)
      else
        try target.field(to, evolution, child)
        catch case mismatch: Evolution.Mismatch => throw mismatch.in(target.labels(to).name)
    val names = read.map(i => node.labels(i).shortName)
    ByName(target, readers.toArray, read.map(positions).toArray, names.toArray, missing.toArray)
  end product

  /** A case that this release does not have, or cannot read, makes only its own values unreadable.
    *
    * @param cases the reader of case `i` of this release for the type `index` of the writer
    */
  def sum[A](evolution: Evolution, index: Int, name: String, labels: Vector[Label])(
      cases: (Int, Int) => PickleReader[? <: A]
  ): PickleReader[A] =
    val node = evolution.node(index)
    if node.kind != Kind.Sum then Evolution.mismatch(s"enum $name", node)
    val positions = matching(node.labels, labels)
    val readers = node.labels.zip(node.children).zip(positions).map:
      case ((label, child), position) =>
        def lost(reason: String): PickleReader[A] =
          evolution.lose(s"$name.${label.shortName}: $reason")
          Unknown[A](reason)
        position match
          case -1 => lost(s"this release has no case ${label.shortName}")
          case i =>
            try cases(i, child).asInstanceOf[PickleReader[A]]
            catch
              case mismatch: Evolution.Mismatch =>
                lost(s"${if mismatch.path.isEmpty then "" else s"${mismatch.path}: "}${mismatch.reason}")
    Choice(name, readers.toArray, node.labels.map(_.shortName).toArray)
  end sum

  /** For each label of the writer the index of the reader's, or -1. A present name wins: a label
    * keeps its name even if another one had it earlier.
    */
  private def matching(written: Vector[Label], labels: Vector[Label]): Vector[Int] =
    val present = written.map(w => labels.indexWhere(_.name == w.name))
    val taken = mutable.Set.from(present)
    written.zip(present).map: (w, i) =>
      if i >= 0 then i
      else
        val former = labels.indices.find(l => !taken(l) && labels(l).formerNames.contains(w.name))
        former.foreach(taken += _)
        former.getOrElse(-1)

  private final class ByName[A](
      target: Target[A],
      readers: Array[PickleReader[?]],
      positions: Array[Int],
      names: Array[String],
      missing: Array[Int]
  ) extends PickleReader[A]:
    private[eddy] def readFrom(in: PickleInput): A =
      in.enter()
      val values = new Array[Any](target.labels.size)
      var i = 0
      try
        while i < readers.length do
          val value = readers(i).readFrom(in)
          if positions(i) >= 0 then values(positions(i)) = value
          i += 1
      catch case failure: PickleFailure => throw failure.in(names(i))
      missing.foreach(m => values(m) = target.default(m))
      in.leave()
      target.make(values)
  end ByName

  private final class Choice[A](name: String, readers: Array[PickleReader[A]], names: Array[String])
      extends PickleReader[A]:
    private[eddy] def readFrom(in: PickleInput): A =
      val choice = in.readLength()
      if choice >= readers.length then in.fail(s"$name has no case of number $choice")
      try readers(choice).readFrom(in)
      catch case failure: PickleFailure => throw failure.in(names(choice))

  private final class Unknown[A](reason: String) extends PickleReader[A]:
    private[eddy] def readFrom(in: PickleInput): A = in.fail(reason)
end EvolvedReaders
