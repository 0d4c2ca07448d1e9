package eddy.inference.internal.values

import eddy.inference.internal.bytecode.{Conventions, Descriptors}
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.{AbstractObject, ClosureCode, Objects}

/** What code that is not followed takes an object for. */
private[inference] final class ObjectKinds(state: AnalysisState):
  import state.context.{implementations, library, repository}
  import state.snapshot

  /** An object of the application's that is called by the library, and is not only a function. */
  def isOwn(a: AbstractObject): Boolean = a match
    case AbstractObject.Made(c, _) => isOwnClass(c)
    case AbstractObject.Closure(_, interfaces, _) =>
      library.isLibrary(interfaces.head) && !library.isFunction(interfaces.head)
    case AbstractObject.Existing(p, _) if p.isStable =>
      snapshot.byClass(p).exists((c, objects) =>
        if ClosureCode.isClosure(c) then !Objects.isBehaviour(objects.head)
        else isOwnClass(Descriptors.internalName(c))
      )
    case AbstractObject.Existing(_, declared) => !library.isFunction(declared)
    case AbstractObject.Unknown(c) => !library.isFunction(c)
    case _ => false

  /** And nothing else. */
  def isFunction(a: AbstractObject): Boolean = a match
    case AbstractObject.Closure(_, _, _) => !isOwn(a)
    case AbstractObject.Existing(p, _) => p.isStable && snapshot.objects(p).exists(Objects.isBehaviour)
    case _ => false

  /** An ordering, a comparator or the like, or a collection that exists and is ordered by one. */
  def isOrder(a: AbstractObject): Boolean = a match
    case AbstractObject.Existing(p, _) if p.isStable =>
      val objects = snapshot.objects(p)
      objects.nonEmpty && objects.forall(o => keepers.exists(_.isInstance(o)) || Objects.isSorted(o))
    case AbstractObject.Existing(_, declared) => isKeeper(declared)
    case AbstractObject.Made(c, _) => isKeeper(c)
    case AbstractObject.Unknown(c) => isKeeper(c)
    case AbstractObject.Closure(_, interfaces, _) => interfaces.exists(isKeeper)
    case _ => false

  def isKeeper(c: String): Boolean = library.functionKeepers.exists(repository.isSubtype(c, _))
  private val keepers = library.functionKeepers.flatMap(repository.runtime)

  private def isOwnClass(c: String) = library.isUser(c) && !repository.isSubtype(c, Conventions.Cases)

  /** A collection of the application's, which library code that compares or shows what it is in goes through,
    * too.
    */
  def isCollection(a: AbstractObject): Boolean =
    val classes = a match
      case AbstractObject.Existing(p, _) if p.isStable => snapshot.names(p)
      case AbstractObject.Made(c, _) => List(c)
      case AbstractObject.Unknown(c) => List(c)
      case _ => Nil
    classes.exists(implementations.isCollection(_))
end ObjectKinds
