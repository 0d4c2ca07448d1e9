package eddy.inference.internal.library

import eddy.inference.internal.bytecode.{Descriptors, MethodName}

/** Library methods that make arrays. Their declared results do not say so: where the type of the
  * elements is a parameter, the compiled method returns an object.
  */
private[inference] object NewArrays:
  /** The class of an array of no matter what. */
  val AnyArray = "[["

  /** The elements are those of the receiver, or of the first argument. */
  def isCopy(m: MethodName): Boolean =
    m.owner.startsWith("[") && m.name == "clone" ||
      m.owner == "java/util/Arrays" && (m.name == "copyOf" || m.name == "copyOfRange")

  /** The arguments of a method that takes any number of them, in an array that nobody else has. One that is
    * passed on as they are may be the caller's own: it is read here.
    */
  def holdsArguments(m: MethodName): Boolean =
    m.owner == "scala/runtime/ScalaRunTime$" && (m.name.startsWith("wrap") || m.name == "genericWrapArray")

  /** Whether the elements that are copied are objects. */
  def copiesReferences(m: MethodName): Boolean =
    val array = if m.owner.startsWith("[") then m.owner else Descriptors.parameters(m.descriptor).head
    array.startsWith("[L") || array.startsWith("[[") || array.startsWith("L")

  /** Returns the array that a collection stands for, of no matter what. */
  def isBeneath(m: MethodName): Boolean =
    (m.name == "unsafeArray" || m.name == "array") && m.owner.startsWith("scala/collection/") &&
      Descriptors.parameters(m.descriptor).isEmpty

  /** The result may be an array made of the arguments, and may be a part of them. */
  def mayBe(m: MethodName): Boolean =
    Descriptors.result(m.descriptor) == "Ljava/lang/Object;" && (m.owner == "scala/Array$" ||
      m.owner.startsWith("scala/collection/ArrayOps") ||
      Descriptors.parameters(m.descriptor).contains("Lscala/reflect/ClassTag;"))

  /** An array of arrays. */
  def isNested(m: MethodName): Boolean = m.owner == "scala/Array$" && m.name == "ofDim"
end NewArrays
