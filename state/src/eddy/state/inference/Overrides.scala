package eddy.state.inference

import eddy.state.inference.Instruction.Op

import java.lang.invoke.MethodType
import java.lang.reflect.Modifier
import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable

/** Which methods of an application's class library code can call: those that override a library's. */
private[inference] final class Overrides(repository: ClassRepository, library: LibraryModel):
  private val known = ConcurrentHashMap[String, List[MethodName]]()

  def of(cls: String): List[MethodName] =
    known.computeIfAbsent(cls, c => repository.runtime(c).fold(Nil)(overriding(_, library.isLibrary)))

  /** Methods that whoever a callback of this class is registered with can call: those that override the library's or the
    * framework's; without any, those that implement an interface.
    */
  def entries(cls: String): List[MethodName] = repository.runtime(cls).fold(Nil): c =>
    val ofFramework = overriding(c, n => library.isLibrary(n) || library.isFramework(n))
    val named = ofFramework.filterNot(m => Overrides.ofEverything(m.name))
    if named.nonEmpty then ofFramework
    else overriding(c, n => repository.info(n).exists(_.isInterface) || library.isLibrary(n))

  private def overriding(cls: Class[?], foreign: String => Boolean): List[MethodName] =
    val (others, own) = superTypes(cls).partition(c => foreign(Descriptors.internalName(c)))
    val callable = others.iterator.flatMap(_.getDeclaredMethods.iterator).collect {
      case m
          if !Modifier.isStatic(m.getModifiers) && !Modifier.isPrivate(m.getModifiers) &&
            !library.isTrusted(Descriptors.internalName(m.getDeclaringClass), m.getName) =>
        m.getName + MethodType.methodType(m.getReturnType, m.getParameterTypes).toMethodDescriptorString
    }.toSet
    for
      c <- own
      if !c.isInterface
      info <- repository.info(Descriptors.internalName(c)).toList
      m <- info.methods.toList.sorted
      if callable(m) && !isForwarder(info, m)
    yield MethodName.parse(info.name, m)

  /** Scala mixes into a class forwarders to the default methods of library traits. They say nothing of what is called:
    * the library would call those anyway.
    */
  private def isForwarder(info: ClassInfo, method: String): Boolean = info.code(method).exists: code =>
    code.instructions.filter(_.invokes) match
      case Array(i) =>
        (i.op == Op.INVOKE_SPECIAL || i.op == Op.INVOKE_STATIC) && library.isLibrary(i.owner) &&
        i.name.stripSuffix("$") == method.takeWhile(_ != '(')
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
  private val ofEverything = Set("equals", "hashCode", "toString")
