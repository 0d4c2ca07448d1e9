package eddy.state.inference

import java.lang.reflect.Modifier

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

  /** Closures that a call of the method may run. */
  def closures(called: MethodName): List[LambdaSite] =
    val isMethodOfInterface =
      repository.info(called.owner).exists(_.isInterface) && repository.resolve(called).isEmpty
    if isMethodOfInterface then index.closuresBelow(called.owner) else Nil

  /** The application's own of a method of the library. */
  val ofLibrary: MethodName => List[MethodName] = index.answers: called =>
    index.concreteBelow(called.owner).filter(library.isApplications)
      .flatMap(c => repository.resolve(called.in(c))).filter(m => library.isUser(m.owner)).distinct

  /** Closures for a method of the library. */
  val closuresOfLibrary: MethodName => List[LambdaSite] = index.answers: called =>
    index.closuresBelow(called.owner).filter(_.method == called.name)

  /** Concrete classes of the application that are the type or below it. */
  val classes: String => List[String] = index.answers(index.concreteBelow(_).filter(library.isUser))

  /** The application's own classes below a type of the library, each with the methods that can be called through that. */
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

  def closuresBelow(t: String): List[LambdaSite] = index.closuresBelow(t)
end Implementations
