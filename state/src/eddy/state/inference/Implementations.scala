package eddy.state.inference

/** Which bodies a call may run whose receiver is known by its type only. Any thread. */
private[inference] final class Implementations(
    repository: ClassRepository,
    index: ClassIndex,
    library: LibraryModel
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
    index.concreteBelow(called.owner).filter(library.isUser)
      .flatMap(c => repository.resolve(called.in(c))).filter(m => library.isUser(m.owner)).distinct

  /** Closures for a method of the library. */
  val closuresOfLibrary: MethodName => List[LambdaSite] = index.answers: called =>
    index.closuresBelow(called.owner).filter(_.method == called.name)

  /** Concrete classes of the application that are the type or below it. */
  val classes: String => List[String] = index.answers(index.concreteBelow(_).filter(library.isUser))

  def closuresBelow(t: String): List[LambdaSite] = index.closuresBelow(t)
end Implementations
