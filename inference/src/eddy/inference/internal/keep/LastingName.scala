package eddy.inference.internal.keep

import eddy.inference.internal.classpath.{ClassPath, ClassRepository}
import eddy.inference.internal.heap.ClosureCode

import java.lang.reflect.Proxy

/** Names the class of an object so that the name is the same in every process that runs the same program. The
  * JVM numbers the classes of closures and proxies as they are made, so these are named after what they run
  * and capture, or implement.
  */
private[inference] object LastingName:
  private final class Slot:
    @volatile var name: Option[String] | Null = null

  private val known = new ClassValue[Slot]:
    override def computeValue(c: Class[?]): Slot = Slot()

  /** None for an object of a generated class, of a class that the application's class loader does not find,
    * or of one that is not from the class path: another process may have another class of this name.
    */
  def of(o: AnyRef, repository: ClassRepository): Option[String] =
    val slot = known.get(o.getClass)
    val before = slot.name
    if before != null then before
    else
      val found = search(o, repository)
      slot.name = found
      found

  private def search(o: AnyRef, repository: ClassRepository): Option[String] =
    val c = o.getClass
    if Proxy.isProxyClass(c) then
      // its invocation handler, an object of its own, decides how it behaves
      Option.when(c.getInterfaces.forall(isFound))(c.getInterfaces.map(_.getName).mkString(
        "proxy\n",
        "\n",
        ""
      ))
    else if !isFound(c) then None
    else if ClosureCode.isClosure(c) then closure(o, repository)
    else Option.when(!c.isHidden)(c.getName)

  /** Not a name that the JVM makes up. */
  def isLasting(internalName: String): Boolean =
    !internalName.contains("$$Lambda") && !internalName.contains("$Proxy")

  private def isFound(c: Class[?]): Boolean =
    if c.isArray then isFound(c.getComponentType)
    else
      val loader = c.getClassLoader
      loader == null || (loader eq ClassLoader.getPlatformClassLoader) ||
      (loader eq ClassLoader.getSystemClassLoader) && isOfProgram(c)

  /** From the class path, or a module of the JDK. */
  private def isOfProgram(c: Class[?]): Boolean = ClassPath.rootOf(c) match
    case Some(root) => ClassPath.isEntry(root)
    case None => c.getModule.isNamed

  private def closure(o: AnyRef, repository: ClassRepository): Option[String] =
    try
      val code = ClosureCode.of(o, repository)
      val runs = code.implementations.map(i => s"${i.kind} ${i.method.owner}.${i.method.inClass}").sorted
      val captured = code.capturedTypes.map(_.descriptorString)
      Option.when(runs.nonEmpty)(
        (runs ++ code.interfaces ++ captured).mkString(s"${o.getClass.getNestHost.getName}\n", "\n", "")
      )
    catch case _: (ReflectiveOperationException | RuntimeException) => None
end LastingName
