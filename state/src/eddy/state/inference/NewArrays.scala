package eddy.state.inference

/** Library methods that make arrays. What they are declared to return does not say it: where the type of the elements is
  * a parameter, the compiled method returns an object.
  */
private[inference] object NewArrays:
  /** The class of an array of no matter what. */
  val AnyArray = "[["

  /** The elements are those of the receiver, or of the first argument. */
  def isCopy(m: MethodName): Boolean =
    m.owner.startsWith("[") && m.name == "clone" ||
      m.owner == "java/util/Arrays" && (m.name == "copyOf" || m.name == "copyOfRange")

  /** Whether the elements of a copy are objects. */
  def copiesReferences(m: MethodName): Boolean =
    val array = if m.owner.startsWith("[") then m.owner else Descriptors.parameters(m.descriptor).head
    array.startsWith("[L") || array.startsWith("[[")

  /** What is returned may be an array that was made of what went in, and may be part of that. */
  def mayBe(m: MethodName): Boolean =
    Descriptors.result(m.descriptor) == "Ljava/lang/Object;" && (m.owner == "scala/Array$" ||
      m.owner.startsWith("scala/collection/ArrayOps") ||
      Descriptors.parameters(m.descriptor).contains("Lscala/reflect/ClassTag;"))

  /** An array of arrays. */
  def isNested(m: MethodName): Boolean = m.owner == "scala/Array$" && m.name == "ofDim"
end NewArrays
