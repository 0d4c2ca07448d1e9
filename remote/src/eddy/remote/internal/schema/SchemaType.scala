package eddy.remote.internal.schema

/** A type in a schema. Types refer to each other by index; the root has index 0.
  *
  * @param name of a case class, an enum, a sealed trait or an opaque format; a number for `Shared`: picklers
  *   that share nothing with each other have different ones
  * @param labels of the fields of a product and the cases of a sum, in order; one per child
  */
private[remote] final case class SchemaType(
    kind: Kind,
    name: String = "",
    labels: Vector[Label] = Vector.empty,
    children: Vector[Int] = Vector.empty
) derives CanEqual:
  /** As messages show it: another node may have chosen a long one. */
  def shortName: String = NodesText.short(name)

/** @param formerNames the names that earlier releases have for it */
private[remote] final case class Label(
    name: String,
    hasDefault: Boolean = false,
    formerNames: Vector[String] = Vector.empty
) derives CanEqual:
  /** As messages show it. */
  def shortName: String = NodesText.short(name)

/** Append only: schemas on the wire hold its ordinal.
  *
  * @param arity the number of children; -1 for any number
  */
private[remote] enum Kind(val arity: Int) derives CanEqual:
  case Unit extends Kind(0)
  case Boolean extends Kind(0)
  case Byte extends Kind(0)
  case Short extends Kind(0)
  case Int extends Kind(0)
  case Long extends Kind(0)
  case Char extends Kind(0)
  case Float extends Kind(0)
  case Double extends Kind(0)
  case String extends Kind(0)
  case Bytes extends Kind(0)
  case BigInt extends Kind(0)
  case BigDecimal extends Kind(0)
  case Uuid extends Kind(0)
  case Instant extends Kind(0)
  case JavaDuration extends Kind(0)
  case Duration extends Kind(0)
  case Option extends Kind(1)
  case Either extends Kind(2)
  case Sequence extends Kind(1)
  case Set extends Kind(1)
  case Map extends Kind(2)
  case Tuple extends Kind(-1)
  case Product extends Kind(-1)
  case Sum extends Kind(-1)
  case Shared extends Kind(1)
  case Address extends Kind(0)

  def hasLabels: Boolean = this == Product || this == Sum

  /** As in texts of schemas and messages. */
  def word: String = toString.toLowerCase
end Kind
