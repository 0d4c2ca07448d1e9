package eddy.inference.internal.library

import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodName}

/** Library methods that make arrays. Their declared results do not say so: where the type of the
  * elements is a parameter, the compiled method returns an object.
  */
private[inference] final class NewArrays(library: LibraryModel):
  /** The elements are those of the receiver, or of the first argument. */
  def isCopy(m: MethodName): Boolean =
    m.owner.startsWith("[") && m.name == "clone" ||
      library.copies(m.owner, m.name) && Descriptors.parameters(m.descriptor).headOption.exists(
        _.startsWith("[")
      )

  /** Elements of a collection are copied to it. */
  def isOfElements(m: MethodName): Boolean =
    library.copies(m.owner, m.name) && NewArrays.isAnyObject(m) && Conventions.takesClassTag(m)

  /** Returns the array that a collection stands for, of no matter what. */
  def isBeneath(m: MethodName): Boolean =
    library.exposes(m.owner, m.name) && Descriptors.parameters(m.descriptor).isEmpty

  /** The result may be an array made of the arguments, and may be a part of them. */
  def mayBe(m: MethodName): Boolean =
    NewArrays.isAnyObject(m) && (library.makesArrays(m.owner, m.name) || Conventions.takesClassTag(m))
end NewArrays

private[inference] object NewArrays:
  /** The class of an array of no matter what. */
  val AnyArray = "[["

  /** Whether the elements that are copied are objects. */
  def copiesReferences(m: MethodName): Boolean =
    val array = if m.owner.startsWith("[") then m.owner else Descriptors.parameters(m.descriptor).head
    array.startsWith("[L") || array.startsWith("[[") || array.startsWith("L")

  private def isAnyObject(m: MethodName) =
    Descriptors.className(Descriptors.result(m.descriptor)).contains(Descriptors.AnyObject)
