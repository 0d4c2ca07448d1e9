package eddy.inference.internal.librarycalls

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.context.{AnalysisState, Location}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath}
import eddy.inference.internal.values.{OwnCode, Reachability}
import eddy.state.AccessKind

/** Code that a handler hands to a unit of its own, such as an actor. It runs there, event after event, and
  * never in the handler, so that it is not followed. It should share only shared objects with handlers,
  * each operation of which is safe alone. Plain variables and collections that it captured have no lock
  * there: they count as unprotected.
  */
private[inference] final class Handovers(state: AnalysisState, reachability: Reachability):
  import state.context.{library, repository}
  import state.{effects, heap, snapshot, types}

  /** What the call returns: the unit, by its declared type. */
  def toUnit(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    arguments.foreach(heap.escape)
    effects.detached(arguments.foreach(_.objects.foreach(captured)))
    types.ofDescriptor(Descriptors.result(called.descriptor))

  private def captured(a: AbstractObject): Unit = a match
    case c: AbstractObject.Closure =>
      c.captured.foreach(_.objects.foreach(captured))
      fieldsUsed(c)
    // made of other functions
    case AbstractObject.Made(c, _) if library.isFunction(c) =>
      reachability.from(Vector(AbstractValue.of(a))).foreach:
        case AbstractObject.Made(_, _) => ()
        case other => captured(other)
    case AbstractObject.Existing(p, _) if p.isStable =>
      for c <- snapshot.classes(p).map(types.libraryClass).find(isPlain) do unprotected(p, c)
    case AbstractObject.Existing(p, declared) if isPlain(declared) => unprotected(p, declared)
    case AbstractObject.Part(p, declared) => unprotected(p, declared)
    case _ => ()

  private def isPlain(c: String) = library.isMutable(c) && !library.isResident(c)

  private def unprotected(p: AccessPath, c: String): Unit =
    effects.effect(Location.At(p, c), AccessKind.Writes)

  /** Variables of the objects that it captured, as far as its own code and that of its class name them. */
  private def fieldsUsed(c: AbstractObject.Closure): Unit =
    for
      access <- OwnCode.variables(c.made.method, repository)
      case AbstractObject.Existing(p, _) <- c.captured.flatMap(_.objects)
      if p.isStable && snapshot.objects(p).exists(o =>
        repository.runtime(access.owner).exists(_.isInstance(o))
      )
    do
      val mode = if access.writes then AccessKind.Writes else AccessKind.Reads
      effects.within(access.position)(effects.effect(Location.At(p, access.owner), mode))
end Handovers
