package eddy.inference.internal.classpath

import eddy.inference.internal.bytecode.{ClassReader, Descriptors, Memo, MethodCode, MethodName}

import java.lang.reflect.{Field, Modifier, Proxy}
import java.net.URL
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.LongAdder
import scala.collection.mutable
import scala.util.Using

/** Class files and classes as one class loader sees them. Any thread may ask; only [[field]] initialises a
  * class.
  */
private[inference] class ClassRepository(val loader: ClassLoader):
  private lazy val infos = Memo[String, Option[ClassInfo]](read)
  private lazy val classes = Memo[String, Option[Class[?]]](load)
  private val accessible = ConcurrentHashMap[(String, String), Field]()
  private lazy val bodies = Memo[MethodName, Option[ClassRepository.Body]]: m =>
    info(m.owner).map(i => ClassRepository.Body(i, i.code(m.inClass), i.lazyFields.get(m.name)))
  private lazy val resolved = Memo[MethodName, Option[MethodName]](search)
  private lazy val statics = Memo[MethodName, MethodName](m =>
    superClasses(m.owner).find(c => info(c).exists(_.declares(m.inClass))).fold(m)(m.in)
  )
  private lazy val declaring = Memo[String, Memo[String, String]](owner => Memo(ownerOf(owner)))

  /** None for arrays, hidden classes and classes without a class file. */
  def info(name: String): Option[ClassInfo] = infos(name)

  private def read(name: String): Option[ClassInfo] =
    if name.isEmpty || name.startsWith("[") || name.contains("$$Lambda") then None
    else
      val file = loader.getResource(s"$name.class")
      val stream =
        if file != null then
          note(file, name)
          file.openStream
        else
          // some class loaders give the content of class files, but no addresses
          val found = loader.getResourceAsStream(s"$name.class")
          if found != null then firstElsewhere = Some(loader.toString)
          found
      Option(stream).map: content =>
        ClassRepository.read.increment()
        Using.resource(content)(in => ClassInfo(ClassReader(in.readAllBytes)))

  /** A folder or jar, neither of the class path nor of the JDK, that a class file was read from. Any answer
    * of this repository may depend on that file.
    */
  def elsewhere: Option[String] = firstElsewhere
  @volatile private var firstElsewhere: Option[String] = None

  private def note(file: URL, name: String): Unit =
    if file.getProtocol != "jrt" then
      val root = ClassRepository.root(file, s"$name.class")
      if !ClassPath.rootAt(root).exists(ClassPath.isEntry) then firstElsewhere = Some(root)

  /** The class is what its class file says: it was not generated. One of the JDK counts as such. */
  def isFromFile(c: Class[?]): Boolean =
    if c.isArray then isFromFile(c.getComponentType)
    else if c.isHidden then isFromFile(c.getNestHost)
    // the JDK makes it of these alone
    else if Proxy.isProxyClass(c) then c.getInterfaces.forall(isFromFile)
    else (c.getClassLoader ne loader) || hasFile(c)
  private lazy val hasFile =
    Memo[Class[?], java.lang.Boolean](c =>
      loader.getResource(s"${Descriptors.internalName(c)}.class") != null
    )

  /** What a method is made of; none without a class file. */
  def body(method: MethodName): Option[ClassRepository.Body] = bodies(method)

  /** The class itself, not initialised. */
  def runtime(name: String): Option[Class[?]] = classes(name)

  /** The class is the one that code of this loader means by its name; its closures are those of that code. */
  def isHome(c: Class[?]): Boolean =
    val named = if c.isHidden then c.getNestHost else c
    runtime(Descriptors.internalName(named)).contains(named)

  private def load(name: String): Option[Class[?]] =
    try Some(Class.forName(name.replace('/', '.'), false, loader))
    catch case _: ClassNotFoundException | _: LinkageError => None

  /** A field that may be read whatever its visibility. Initialises its class.
    *
    * @throws java.lang.reflect.InaccessibleObjectException
    *   if the package is in a named module and not open to this one
    */
  def field(owner: String, name: String): Field = accessible.computeIfAbsent(
    (owner, name),
    _ =>
      val found = Class.forName(owner.replace('/', '.'), true, loader).getDeclaredField(name)
      found.setAccessible(true)
      found
  )

  def isSubtype(sub: String, of: String): Boolean =
    if sub == of || of == Descriptors.AnyObject then true
    else
      val s = runtime(sub)
      val o = runtime(of)
      s.isDefined && o.isDefined && o.get.isAssignableFrom(s.get)

  /** The class that declares a field which code names as a field of `owner` (JVMS 5.4.3.2). */
  def declaringClass(owner: String, field: String): String = declaring(owner)(field)

  private def ownerOf(owner: String)(field: String): String =
    def in(c: String): Option[String] = info(c).flatMap: i =>
      if i.fields.contains(field) then Some(c)
      else (i.interfaces.iterator ++ Iterator(i.superName)).flatMap(in).nextOption()
    in(owner).getOrElse(owner)

  /** The modifiers of the fields that a class declares. */
  private lazy val modifiers = Memo[String, Map[String, Int]](c =>
    try runtime(c).toList.flatMap(_.getDeclaredFields).map(f => f.getName -> f.getModifiers).toMap
    catch case _: LinkageError => Map.empty
  )
  def isStaticField(owner: String, field: String): Boolean =
    modifiers(owner).get(field).exists(Modifier.isStatic)
  def isFinalField(owner: String, field: String): Boolean =
    modifiers(owner).get(field).exists(Modifier.isFinal)

  def isStable(owner: String, field: String): Boolean = info(owner).exists(_.stableFields(field))

  /** The class, its super class and so on, as far as there are class files. */
  def superClasses(name: String): List[String] =
    List.unfold(name)(n => info(n).map(i => (n, i.superName)))

  /** The body that a call of the method runs on an object of the class that it names: super classes first,
    * then the default method of the most specific interface (JVMS 5.4.6). None if that would be an abstract
    * method or one without class file.
    */
  def resolve(called: MethodName): Option[MethodName] = resolved(called)

  private def search(called: MethodName): Option[MethodName] =
    val method = called.inClass
    def snapshot(n: String) = info(n).exists(i => i.declares(method) && !i.isAbstract(method))
    superClasses(called.owner).find(snapshot).orElse:
      val candidates = interfacesOf(called.owner).filter(snapshot)
      candidates.find(n => !candidates.exists(o => o != n && isSubtype(o, n)))
    .map(called.in)

  /** A static method may be named by a class below the one that has it. */
  def inherited(called: MethodName): MethodName = statics(called)

  /** Where the method is declared for an object of class `c`, abstract or not: its own class first, then
    * upwards.
    */
  def declarations(c: String, method: String): List[ClassInfo] =
    (superClasses(c) ++ interfacesOf(c)).distinct.flatMap(info).filter(_.declares(method))

  /** All interfaces that a class or interface is a sub-type of; an interface itself included. */
  def interfacesOf(c: String): List[String] =
    val seen = mutable.LinkedHashSet[String]()
    def visit(n: String): Unit = for i <- info(n) do
      if (!i.isInterface || seen.add(n)) && n.nonEmpty then
        i.interfaces.foreach(visit)
        if i.superName.nonEmpty then visit(i.superName)
    visit(c)
    seen.toList
end ClassRepository

private[inference] object ClassRepository:
  private val read = LongAdder()

  /** Class files that this process has read for an analysis so far. */
  def filesRead: Long = read.sum

  /** The address of the folder or jar in which a file is. */
  private def root(file: URL, name: String): String =
    val address = file.toString
    if file.getProtocol == "jar" then address.substring("jar:".length, address.lastIndexOf("!/"))
    else address.stripSuffix(name)

  /** @param code
    *   none if it is not declared in its class, abstract or native
    * @param lazyField
    *   where it keeps its result, if it is the accessor of a lazy val
    */
  final class Body(val info: ClassInfo, val code: Option[MethodCode], val lazyField: Option[String])
