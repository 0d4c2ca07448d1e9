package eddy.remote

import eddy.remote.internal.SchemaFormat
import eddy.remote.internal.schema.{Nodes, NodesText, SchemaType}

/** What a pickler writes: names and types of fields, names of cases, which fields have defaults.
  *
  * Two schemas are equal if values have the same form: however a type is spelt, whichever pickler a list or a
  * vector has, and however often a recursive type is unrolled.
  */
final class Schema private[remote] (private[remote] val nodes: IArray[SchemaType]):
  /** 64 bits of a SHA-256 over [[toBytes]]: equal for equal schemas, on all machines and in all releases. For
    * other schemas it differs, but for chance.
    */
  lazy val fingerprint: Long =
    val hash = java.security.MessageDigest.getInstance("SHA-256").digest(toBytes)
    java.nio.ByteBuffer.wrap(hash).getLong

  /** For people and for a file in a repository: one line per type. */
  lazy val text: String = NodesText.of(nodes)

  /** Of the first type with a name, from the root on; empty without one. */
  private[remote] lazy val rootName: String = Nodes.rootName(nodes)

  /** For programs. [[Schema.read]] reads it. */
  def toBytes: Array[Byte] =
    val out = PickleOutput()
    SchemaFormat.write(nodes, out)
    out.toArray

  override def equals(other: Any): Boolean = other match
    case that: Schema => (this eq that) || nodes.sameElements(that.nodes)
    case _ => false
  override def hashCode: Int = fingerprint.hashCode
  override def toString: String = text
end Schema

object Schema:
  given CanEqual[Schema, Schema] = CanEqual.derived

  /** Reads what [[Schema.toBytes]] makes. */
  def read(bytes: Array[Byte]): Either[Unreadable, Schema] =
    val in = PickleInput(bytes, 0, bytes.length)
    PickleReader.attempt(in)(Schema(SchemaFormat.read(in)))

  private[remote] def of(raw: Vector[SchemaType]): Schema = Schema(Nodes.canonical(raw))
