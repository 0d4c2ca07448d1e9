package eddy.state.inference

import java.lang.reflect.Modifier
import scala.util.control.NonFatal

/** Whether objects of a library's class can change, and whether threads may share them: by its annotations, or
  * because all its fields are final and hold nothing that can change. Any thread.
  */
private[inference] object Immutability:
  /** Its authors call it immutable (`javax.annotation.concurrent.Immutable` and those of the same name). */
  def isDeclared(c: Class[?]): Boolean = isAnnotated(c, "/Immutable;")

  /** Its authors call it safe for use by several threads. */
  def isDeclaredThreadSafe(c: Class[?]): Boolean = isAnnotated(c, "/ThreadSafe;")

  // most of these annotations are in class files only
  private def isAnnotated(c: Class[?], name: String): Boolean =
    try
      val loader = Option(c.getClassLoader).getOrElse(ClassLoader.getSystemClassLoader)
      Option(loader.getResourceAsStream(s"${Descriptors.internalName(c)}.class")).exists: in =>
        val reader =
          try ClassReader(in.readAllBytes)
          finally in.close()
        reader.annotations.stream.anyMatch(_.endsWith(name))
    catch case NonFatal(_) => false

  /** No class below it can add anything that changes. */
  def isFinal(c: Class[?]): Boolean = Modifier.isFinal(c.getModifiers) && isFixed(c)

  /** An object of exactly this class cannot change. */
  def isFixed(c: Class[?]): Boolean = isFixed(c, MaxDepth)

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

  private val MaxDepth = 4
end Immutability
