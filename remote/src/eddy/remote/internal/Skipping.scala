package eddy.remote.internal

import eddy.remote.internal.schema.Kind
import eddy.remote.{PickleInput, PickleReader}

/** Readers that drop a value, for fields that this release does not have any more. They check the form of the
  * bytes, but not what this release would demand of the value.
  */
private[remote] object Skipping:
  def of(evolution: Evolution, index: Int): PickleReader[Unit] =
    val node = evolution.node(index)
    val parts = node.children.map(evolution.skip).toArray
    node.kind match
      case Kind.Unit => skipping(_ => ())
      case Kind.Boolean => skipping(in => in.readBoolean(): Unit)
      case Kind.Byte => skipping(_.skip(1))
      case Kind.Short | Kind.Int | Kind.Char => skipping(in => in.readUnsigned(): Unit)
      case Kind.Long | Kind.Duration => skipping(in => in.readUnsignedLong(): Unit)
      case Kind.Float => skipping(_.skip(4))
      case Kind.Double => skipping(_.skip(8))
      case Kind.String => skipping(_.skipString())
      case Kind.Bytes | Kind.BigInt => skipping(bytes)
      case Kind.BigDecimal => skipping { in =>
          in.readUnsigned(): Unit; bytes(in)
        }
      case Kind.Uuid => skipping(_.skip(16))
      case Kind.Instant | Kind.JavaDuration => skipping { in =>
          in.readUnsignedLong(): Unit; in.readUnsigned(): Unit
        }
      case Kind.Option => skipping(in => nested(in)(if in.readBoolean() then parts(0).readFrom(in)))
      case Kind.Either => skipping(in => nested(in)(parts(if in.readBoolean() then 1 else 0).readFrom(in)))
      case Kind.Sequence | Kind.Set | Kind.Map => skipping(elements(_, parts))
      case Kind.Tuple | Kind.Product => skipping(in => nested(in)(parts.foreach(_.readFrom(in))))
      case Kind.Sum => skipping: in =>
          val choice = in.readLength()
          if choice >= parts.length then in.fail(s"${node.name} has no case of number $choice")
          parts(choice).readFrom(in)
      case Kind.Shared => PartReader(node, parts(0))
      case Kind.Address => skipping { in =>
          in.readUnsigned(): Unit; in.readUnsignedLong(): Unit
        }
    end match
  end of

  private def skipping(action: PickleInput => Unit): PickleReader[Unit] = new PickleReader[Unit]:
    private[eddy] def readFrom(in: PickleInput): Unit = action(in)

  private def bytes(in: PickleInput): Unit = in.skip(in.readLength())

  private def nested(in: PickleInput)(body: => Unit): Unit =
    in.enter()
    body
    in.leave()

  private def elements(in: PickleInput, parts: Array[PickleReader[Unit]]): Unit = nested(in):
    var rest = in.readLength()
    while rest > 0 do
      val start = in.position
      parts.foreach(_.readFrom(in))
      in.endElement(start)
      rest -= 1
end Skipping
