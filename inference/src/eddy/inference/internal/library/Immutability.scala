package eddy.inference.internal.library

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.Descriptors

import java.lang.reflect.Modifier

/** Whether objects of a library's class can change, and whether threads may share them: by its annotations,
  * because all its fields are final and hold nothing that can change, or because they are the constants of
  * an enum. Any thread.
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

  /** An enum of Java's, or one of Scala's without parameters, or the class of one of its constants: all of
    * these have final fields only. The constants exist before anybody uses them, and all threads have them;
    * what their fields refer to is the library's own.
    */
  def isConstant(c: Class[?]): Boolean =
    try
      val declared = if isEnum(c) then Some(c) else Option(c.getSuperclass).filter(isEnum)
      declared.exists(e => (e :: bodiesOf(e)).forall(hasFinalFields))
    catch case _: LinkageError => false

  // the compiler adds `values` to an enum of Scala's that has constants only
  private def isEnum(c: Class[?]): Boolean = c.isEnum ||
    classOf[scala.reflect.Enum].isAssignableFrom(c) &&
    c.getDeclaredMethods.exists(m =>
      m.getName == "values" && m.getParameterCount == 0 && Modifier.isStatic(m.getModifiers)
    )

  /** The classes of constants that have a class of their own, by the names that compilers give them. */
  private def bodiesOf(e: Class[?]): List[Class[?]] =
    if Modifier.isFinal(e.getModifiers) then Nil
    else
      bodyInfixes.flatMap: infix =>
        Iterator.from(1).map(i => load(s"${e.getName}$infix$i", e.getClassLoader))
          .takeWhile(_.isDefined).flatten.filter(_.getSuperclass == e)

  private val bodyInfixes = List("$", "$$anon$")

  private def load(name: String, loader: ClassLoader | Null): Option[Class[?]] =
    try Some(Class.forName(name, false, loader))
    catch case _: ClassNotFoundException => None

  private def hasFinalFields(c: Class[?]) = c.getDeclaredFields.forall(f =>
    Modifier.isStatic(f.getModifiers) || Modifier.isFinal(f.getModifiers)
  )

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
