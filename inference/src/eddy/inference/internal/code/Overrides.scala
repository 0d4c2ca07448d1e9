package eddy.inference.internal.code

import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{Conventions, Descriptors, GenericTypes, Memo, MethodName}
import eddy.inference.internal.classpath.{ClassInfo, ClassRepository}
import eddy.inference.internal.library.LibraryModel

import java.lang.reflect.Modifier
import scala.collection.mutable

/** Which methods of an application's class library code can call: those that override a library's, and those
  * by whose annotations it finds them.
  */
private[inference] final class Overrides(
    repository: ClassRepository,
    library: LibraryModel,
    inert: PurityAnalysis
):
  private val known =
    Memo[String, List[MethodName]](c =>
      repository.runtime(c).fold(Nil)(cls => overriding(cls, library.isLibrary) ++ annotated(cls))
        .filterNot(m => inert.result(m).exists(_.isEmpty || m.name == Conventions.ofProducts))
    )

  /** Those of them that can touch anything, or return what others share. */
  def of(cls: String): List[MethodName] = known(cls)

  /** The third party whose method this one overrides names the parameter's type, a third party's too: it
    * passes an object of its own, unless the application extends that type.
    */
  def isOwn(cls: String, m: MethodName, parameter: Int): Boolean = named(cls)(m.inClass).contains(parameter)
  private val named = Memo[String, Map[String, Set[Int]]](c => repository.runtime(c).fold(Map.empty)(namedBy))

  private def namedBy(cls: Class[?]): Map[String, Set[Int]] =
    val declared = superTypes(cls).filter(t => library.isThirdParty(Descriptors.internalName(t)))
      .flatMap(_.getDeclaredMethods)
    def names(m: MethodName, parameter: String, i: Int) = declared.exists: other =>
      other.getName == m.name && other.getParameterCount == Descriptors.parameters(m.descriptor).size &&
        other.getParameterTypes.apply(i).descriptorString == parameter &&
        // not the application's own type behind a type parameter
        GenericTypes.ofParameters(other)(i).isInstanceOf[Class[?]]
    of(Descriptors.internalName(cls)).map: m =>
      val parameters = Descriptors.parameters(m.descriptor)
      val own = parameters.indices.filter: i =>
        Descriptors.className(parameters(i)).exists(library.isForeign) && names(m, parameters(i), i)
      m.inClass -> own.toSet
    .toMap

  /** Types whose objects are a third party's own where it passes them to methods of the class, by facts about
    * types that the class extends.
    */
  val passed: Memo[String, Set[String]] = Memo(c =>
    repository.runtime(
      c
    ).toList.flatMap(superTypes).map(Descriptors.internalName).flatMap(library.passes).toSet
  )

  /** As many of them as library code calls of what is in a container. */
  def ofElements(cls: String): List[MethodName] =
    of(cls).filter(m => Conventions.ofElements(m.name)).map(_.in(cls))

  /** Those by which Java's serialisation writes an object of the class. They override nothing. */
  def serialising(cls: String): List[MethodName] = written(cls)
  private val written = Memo[String, List[MethodName]]: cls =>
    for
      c <- repository.superClasses(cls) if library.isUser(c)
      info <- repository.info(c).toList
      hook <- Overrides.serialising if info.declares(hook)
      m = MethodName.parse(c, hook)
      if !inert.result(m).exists(_.isEmpty)
    yield m

  /** As many of them as code can cause to be called that knows the object by this type of the library only.
    */
  def through(t: String, cls: String): List[MethodName] =
    for
      known <- repository.runtime(t).toList
      c <- repository.runtime(cls).toList
      related = superTypes(c).filter(above =>
        library.isLibrary(Descriptors.internalName(above)) && above != classOf[Object] &&
          (known.isAssignableFrom(above) || above.isAssignableFrom(known))
      )
      m <- of(cls)
      if !Overrides.ofEverything(m.name) && related.exists(callable(_)(m.inClass))
    yield m

  /** Methods that the code with which a handler of this class is registered can call: those that override
    * the library's or the framework's; without any, those that implement an interface.
    */
  def entries(cls: String): List[MethodName] = called(cls)
  private val called = Memo[String, List[MethodName]](findEntries)

  private def findEntries(cls: String): List[MethodName] = repository.runtime(cls).fold(Nil): c =>
    val ofFramework = overriding(c, n => library.isLibrary(n) || library.isFramework(n))
    val named = ofFramework.filterNot(m => Overrides.ofEverything(m.name))
    if named.nonEmpty then ofFramework
    else overriding(c, n => repository.info(n).exists(_.isInterface) || library.isLibrary(n))

  private def overriding(cls: Class[?], foreign: String => Boolean): List[MethodName] =
    val (others, own) = superTypes(cls).partition(c => foreign(Descriptors.internalName(c)))
    for
      c <- own
      info <- repository.info(Descriptors.internalName(c)).toList
      m <- info.methods.toList.sorted
      if !c.isInterface || !info.isAbstract(m) && !info.isStatic(m)
      if others.exists(callable(_)(m)) && !isForwarder(info, m)
    yield MethodName.parse(info.name, m)

  private def annotated(cls: Class[?]): List[MethodName] =
    for
      c <- superTypes(cls).map(Descriptors.internalName) if library.isUser(c)
      info <- repository.info(c).toList
      m <- info.methods.toList.sorted if !info.isStatic(m)
      if info.annotations(m).flatMap(Descriptors.className).exists(library.callsAnnotated)
    yield MethodName.parse(c, m)

  /** The methods that a class declares, and that another can override. */
  private val callable = Memo[Class[?], Set[String]]: c =>
    c.getDeclaredMethods.iterator.collect {
      case m
          if !Modifier.isStatic(m.getModifiers) && !Modifier.isPrivate(m.getModifiers) &&
            !library.isTrusted(Descriptors.internalName(c), m.getName) =>
        m.getParameterTypes.map(_.descriptorString()).mkString(
          s"${m.getName}(",
          "",
          s")${m.getReturnType.descriptorString()}"
        )
    }.toSet

  /** Scala mixes into a class forwarders to the default methods of library traits. They say nothing of what
    * is called: the library would call those anyway.
    */
  private def isForwarder(info: ClassInfo, method: String): Boolean = info.code(method).exists: code =>
    code.instructions.filter(_.invokes) match
      case Array(i) if library.isLibrary(i.owner) =>
        (i.op == Op.INVOKE_SPECIAL || i.op == Op.INVOKE_STATIC) &&
        i.name.stripSuffix("$") == method.takeWhile(_ != '(')
      // with another result type
      case Array(i) =>
        val bridged = i.name + i.descriptor
        i.owner == info.name && bridged != method && method.startsWith(s"${i.name}(") &&
        info.declares(bridged) && isForwarder(info, bridged)
      case _ => false

  private def superTypes(cls: Class[?]): List[Class[?]] =
    val seen = mutable.LinkedHashSet[Class[?]]()
    def visit(c: Class[?]): Unit = if seen.add(c) then
      Option(c.getSuperclass).foreach(visit)
      c.getInterfaces.foreach(i => visit(i))
    visit(cls)
    seen.toList
end Overrides

private[inference] object Overrides:
  val Replacing = "writeReplace"

  /** Called by Java's serialisation on each class that has them, on super classes too. */
  private val serialising = List(
    s"$Replacing()Ljava/lang/Object;",
    "writeObject(Ljava/io/ObjectOutputStream;)V",
    "writeExternal(Ljava/io/ObjectOutput;)V"
  )

  private val ofEverything = Set("equals", "hashCode", "toString")
end Overrides
