package eddy.inference.internal.library

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.Descriptors

import java.lang.reflect.Modifier

/** Whether objects of a library's class can change, and whether threads may share them: by its annotations,
  * or because all its fields are final and hold nothing that can change. Any thread.
  */
private[inference] object Immutability:
  /** Its authors call it immutable, by an annotation (`javax.annotation.concurrent.Immutable` and those
    * of the same name). Most of these are in class files only.
    *
    * @param annotations
    *   descriptors of those on the class
    */
  def isDeclared(annotations: Set[String]): Boolean = annotations.exists(_.endsWith("/Immutable;"))

  /** Its authors call it safe for use by several threads. */
  def isDeclaredThreadSafe(annotations: Set[String]): Boolean = annotations.exists(_.endsWith("/ThreadSafe;"))

  /** No class below it can add anything that changes. */
  def isFinal(c: Class[?]): Boolean = Modifier.isFinal(c.getModifiers) && isFixed(c)

  /** An object of exactly this class cannot change. */
  def isFixed(c: Class[?]): Boolean = isFixed(c, Limits.Immutable)

  private def isFixed(c: Class[?], depth: Int): Boolean =
    !c.isInterface && !c.isArray && !Modifier.isAbstract(c.getModifiers) &&
      (try
        classesAbove(c).forall(_.getDeclaredFields.forall(f =>
          Modifier.isStatic(f.getModifiers) ||
            Modifier.isFinal(f.getModifiers) && holdsNothing(f.getType, depth)
        ))
      // a type of some field is missing
      catch case _: LinkageError => false)

  private def holdsNothing(t: Class[?], depth: Int): Boolean =
    t.isPrimitive || t.isEnum || isPlain(t) ||
      depth > 0 && Modifier.isFinal(t.getModifiers) && isFixed(t, depth - 1)

  private def isPlain(t: Class[?]) =
    Modifier.isFinal(t.getModifiers) && LibraryModel.standard.isImmutable(Descriptors.internalName(t))

  private def classesAbove(c: Class[?]): List[Class[?]] =
    List.unfold(c: Class[?] | Null)(k =>
      if k == null || k == classOf[Object] || k == classOf[Enum[?]] then None else Some((k, k.getSuperclass))
    )

end Immutability
