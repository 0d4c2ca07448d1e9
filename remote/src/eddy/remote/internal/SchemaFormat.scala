package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, Label, Nodes, SchemaType}
import eddy.remote.{PickleInput, PickleOutput}

/** How a schema is written: as other values, by hand, because it must never change. {{{
  * schema := count:varint node*
  * node   := kind:byte name? (arity: count:varint)? child:varint*         name of product, sum and shared
  *           (name hasDefault:boolean count:varint formerName*)*          one per child of product and sum
  * }}}
  */
private[remote] object SchemaFormat:
  private val maxNodes = 65536

  def write(nodes: IArray[SchemaType], out: PickleOutput): Unit =
    out.writeUnsigned(nodes.length)
    for node <- nodes do
      out.writeByte(node.kind.ordinal.toByte)
      if isNamed(node.kind) then out.writeString(node.name)
      if node.kind.arity < 0 then out.writeUnsigned(node.children.size)
      node.children.foreach(out.writeUnsigned)
      for label <- node.labels do
        out.writeString(label.name)
        out.writeBoolean(label.hasDefault)
        out.writeUnsigned(label.formerNames.size)
        label.formerNames.foreach(out.writeString)

  /** Rejects what is not canonical: a schema has one form. */
  def read(in: PickleInput): IArray[SchemaType] =
    val count = in.readLength()
    if count == 0 || count > maxNodes then in.fail(s"a schema has 1 to $maxNodes types, this one $count")
    val nodes = many(in, count)(node(in, count))
    if !Nodes.canonical(nodes, in.countSteps).sameElements(nodes) then
      in.fail("the schema is not in its canonical form")
    IArray.from(nodes)

  private def node(in: PickleInput, count: Int): SchemaType =
    val ordinal = in.readByte()
    if ordinal < 0 || ordinal >= kinds.length then in.fail(s"there is no type of number $ordinal")
    val kind = kinds(ordinal)
    val name = if isNamed(kind) then in.readString() else ""
    val arity = if kind.arity < 0 then in.readLength() else kind.arity
    val children = many(in, arity):
      val child = in.readLength()
      if child >= count then in.fail(s"there is no type $child")
      child
    val labels = many(in, if kind.hasLabels then arity else 0):
      Label(in.readString(), in.readBoolean(), many(in, in.readLength())(in.readString()))
    if kind == Kind.Product && !differ(labels) then in.fail("a class has two fields of one name")
    SchemaType(kind, name, labels, children)

  // not a Scala set: many names may have one hash code
  private def differ(labels: Vector[Label]): Boolean =
    val names = new java.util.HashSet[String]()
    labels.forall(label => names.add(label.name))

  // each takes a byte at least, so the bytes bound them
  private def many[A](in: PickleInput, count: Int)(one: => A): Vector[A] =
    in.need(count)
    val all = Vector.newBuilder[A]
    for _ <- 0 until count do all += one
    all.result()

  private def isNamed(kind: Kind) = kind.hasLabels || kind == Kind.Shared
  private val kinds = Kind.values
end SchemaFormat
