package eddy.inference.internal.code

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Conventions, LambdaSite, Memo, MethodName}
import eddy.inference.internal.classpath.ClassRepository
import eddy.inference.internal.library.{ClassIndex, LibraryModel}

import java.lang.reflect.Modifier
import scala.jdk.CollectionConverters.*

/** Which bodies a call may run whose receiver is known by its type only. Any thread. */
private[inference] final class Implementations(
    repository: ClassRepository,
    index: ClassIndex,
    library: LibraryModel,
    overrides: Overrides
):
  /** Those of concrete classes below the one that the method names, each with these classes. */
  val inApplication: MethodName => List[(MethodName, List[String])] = index.answers: called =>
    val classes =
      for c <- index.concreteBelow(called.owner); m <- repository.resolve(called.in(c)) yield (m, c)
    classes.groupMap(_(0))(_(1)).toList

  /** Closures whose code a call of the method may run. */
  def closures(called: MethodName): List[LambdaSite] = ofClosures(called)(0)

  /** Default methods that it may run, each on such closures. */
  def defaults(called: MethodName): List[(MethodName, List[LambdaSite])] = ofClosures(called)(1)

  private val ofClosures =
    index.answers[MethodName, (List[LambdaSite], List[(MethodName, List[LambdaSite])])]: called =>
      val sites =
        if Conventions.ofEverything(called.name) || !repository.info(called.owner).exists(_.isInterface) then
          Nil
        else index.closuresBelow(called.owner)
      val found = sites.map(s => (s, default(s.interfaces.asScala.toList, called)))
      val defaults = found.collect { case (s, Some(m)) => (s, m) }.groupMap(_(1))(_(0))
      (found.collect { case (s, None) => s }, defaults.toList)

  /** The default method that a call runs on a closure; none if that is the method which the closure
    * implements, or a library's interface has it.
    */
  def default(interfaces: List[String], called: MethodName): Option[MethodName] =
    val found = interfaces.filterNot(library.isLibrary).flatMap(i => repository.resolve(called.in(i)))
    found.find(m => !found.exists(o => o != m && repository.isSubtype(o.owner, m.owner)))

  /** The application's methods, and closures, for a method of an open type of the library: if they are many,
    * without those that come from files of their own.
    */
  val ofOpen: MethodName => (List[MethodName], List[LambdaSite]) = index.answers: called =>
    val all = (methods(called, index.concreteBelow), closures(called, index.closuresBelow))
    if !areMany(all) then all else (methods(called, index.ownBelow), closures(called, index.ownClosuresBelow))

  private def methods(called: MethodName, below: String => List[String]) =
    below(called.owner).filter(library.isApplications)
      .flatMap(c => repository.resolve(called.in(c))).filter(m => library.isUser(m.owner)).distinct

  private def closures(called: MethodName, below: String => List[LambdaSite]) =
    below(called.owner).filter(s =>
      s.method == called.name || default(s.interfaces.asScala.toList, called).exists(m =>
        library.isUser(m.owner)
      )
    )

  /** Concrete classes of the application that are the type or below it. */
  val classes: String => List[String] = index.answers(index.concreteBelow(_).filter(library.isUser))

  /** What library code calls of objects of the type that are in a container; nothing if they may be of many
    * classes.
    */
  val ofElements: String => List[MethodName] = index.answers: t =>
    if !library.isUser(t) then Nil
    else
      val found = classes(t)
      if found.sizeIs > Limits.Implementations then Nil else found.flatMap(overrides.ofElements)

  /** Concrete classes and closures of the application; of an open type of the library, if they are many,
    * without those that come from files of their own.
    */
  val below: String => (List[String], List[LambdaSite]) = index.answers: t =>
    val all = (classes(t), index.closuresBelow(t))
    if !library.isOpen(t) || !areMany(all) then all
    else (index.ownBelow(t).filter(library.isUser), index.ownClosuresBelow(t))

  private def areMany(found: (List[Any], List[Any])) = found(0).size + found(1).size > Limits.Implementations

  /** The application's own classes below a type of the library, each with the methods that can be called
    * through that.
    */
  val ownOverrides: String => List[(String, List[MethodName])] = index.answers: t =>
    if !library.isLibrary(t) || library.isGeneral(t) || library.isResident(t) || !repository.runtime(
        t
      ).exists(isExtensible)
    then Nil
    else
      for
        c <- index.ownBelow(t)
        if library.isApplications(c)
        methods = overrides.through(t, c)
        if methods.nonEmpty
      yield (c, methods)

  private def isExtensible(c: Class[?]) = !c.isArray && !Modifier.isFinal(c.getModifiers) && !c.isSealed

  /** A collection of the application's, or what else has parts that library code asks for. */
  val isCollection: Memo[String, java.lang.Boolean] =
    Memo(c => library.isUser(c) && library.compounds.exists(repository.isSubtype(c, _)))

  /** The application, or what it is made with, makes maps whose order changes when they are read. */
  def reordering: Boolean = index.reordering

  def closuresBelow(t: String): List[LambdaSite] = index.closuresBelow(t)
end Implementations
