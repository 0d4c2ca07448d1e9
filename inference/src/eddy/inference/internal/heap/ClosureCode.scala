package eddy.inference.internal.heap

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.classpath.ClassRepository

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType, SerializedLambda}
import java.lang.reflect.{InaccessibleObjectException, InvocationTargetException, Modifier}

/** Which code the closures of one class run, and how to read what they captured.
  *
  * @param implementations
  *   one; several if they cannot be distinguished, where the closure runs one of them; none if nothing was
  *   found
  * @param interfaces
  *   that the closure has, the functional one first
  * @param captured
  *   readers of the captured values, each from the closure object to the boxed value
  */
private[inference] final class ClosureCode(
    val implementations: List[Implementation],
    val interfaces: List[String],
    captured: Array[MethodHandle],
    val capturedTypes: Array[Class[?]]
):
  def capturedCount: Int = captured.length

  /** The names of the captured values in the source, as far as they are known: `this`, or the name of a
    * variable.
    */
  def capturedNames(repository: ClassRepository): Vector[Option[String]] =
    val names = implementations match
      case List(made) if made.kind != Implementation.NewObject =>
        repository.info(made.method.owner).fold(Map.empty)(_.variables(made.method.inClass))
      case _ => Map.empty
    val slots = capturedTypes.scanLeft(0)((slot, t) =>
      slot + (if t == classOf[Long] || t == classOf[Double] then 2 else 1)
    )
    Vector.tabulate(capturedCount)(i => names.get(slots(i)).map(ClosureCode.inSource))
  def reader(index: Int): MethodHandle = captured(index)
  def captured(closure: AnyRef, index: Int): AnyRef | Null =
    captured(index).invokeExact(closure: Object).asInstanceOf[AnyRef | Null]
end ClosureCode

/** Opens closure objects. Closures of Scala function types are serializable and name their implementation in
  * a SerializedLambda; for others (Java's, and single-method traits that are not serializable) the call sites
  * of the class that made them are compared by interface and captured types. Reading fields of the hidden
  * class by method handles costs a fifth of asking for a SerializedLambda each time.
  */
private[inference] object ClosureCode:
  private val lookup = MethodHandles.lookup()
  private val ofObject = MethodType.methodType(classOf[Object], classOf[Object])

  /** The compiler numbers names that are captured. */
  private def inSource(name: String): String = name.replaceAll("^\\$this$|\\$\\d+$", "") match
    case "" => "this"
    case found => found

  def isClosure(c: Class[?]): Boolean = c.isHidden && c.getName.contains("$$Lambda")

  /** Those of a class of closures, the functional one first. */
  def interfacesOf(c: Class[?]): List[String] = c.getInterfaces.toList.map(Descriptors.internalName(_))

  // closure classes go away with the class loader that made them, and what is known of them too
  private val known = new ClassValue[Array[ClosureCode | Null]]:
    override def computeValue(c: Class[?]): Array[ClosureCode | Null] = Array(null)

  /** @throws IllegalAccessException
    *   if the closure's package is in a named module and not open to this one, and the closure is not
    *   serializable
    */
  def of(closure: AnyRef, repository: ClassRepository): ClosureCode =
    val slot = known.get(closure.getClass)
    val found = slot(0)
    if found != null then found
    else
      val made = open(closure, repository)
      slot(0) = made
      made

  private def open(closure: AnyRef, repository: ClassRepository): ClosureCode =
    val c = closure.getClass
    val fields = c.getDeclaredFields.filterNot(f => Modifier.isStatic(f.getModifiers))
    val written = serialized(closure)
    val readers =
      if fields.isEmpty then Array.empty[MethodHandle]
      else
        try
          val own = MethodHandles.privateLookupIn(c, lookup)
          fields.map(f => own.unreflectGetter(f).asType(ofObject))
        // of the JDK's own
        catch
          case e: IllegalAccessException =>
            if written.isEmpty then throw e
            Array.tabulate(fields.length)(SerializedClosure.reader)
    val interfaces = interfacesOf(c)
    val types = fields.map(_.getType)
    val implementations = written match
      case Some(s) =>
        List(Implementation(
          s.getImplMethodKind,
          MethodName(s.getImplClass, s.getImplMethodName, s.getImplMethodSignature)
        ))
      case None => bySite(c, interfaces.head, types, repository)
    ClosureCode(implementations, interfaces, readers, types)
  end open

  private def serialized(closure: AnyRef): Option[SerializedLambda] =
    try
      val replace = closure.getClass.getDeclaredMethod("writeReplace")
      replace.setAccessible(true)
      replace.invoke(closure) match
        case s: SerializedLambda => Some(s)
        case _ => None
    catch
      case _: NoSuchMethodException | _: InvocationTargetException => None
      case _: InaccessibleObjectException => SerializedClosure.of(closure)

  private def bySite(
      c: Class[?],
      interfaceName: String,
      types: Array[Class[?]],
      repository: ClassRepository
  ) =
    val name = c.getName
    val host = name.substring(0, name.indexOf("$$Lambda")).replace('.', '/')
    val captures = types.map(_.descriptorString()).toVector
    // the name may mean another class to this repository
    val info =
      if repository.isHome(c) then repository.info(host) else ClassRepository(c.getClassLoader).info(host)
    info.toList.flatMap(_.lambdaSites)
      .filter(s => s.interfaceName == interfaceName && Descriptors.parameters(s.siteDescriptor) == captures)
      .map(Implementation(_)).distinct
end ClosureCode
