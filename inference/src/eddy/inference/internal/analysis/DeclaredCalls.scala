package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodName, Names}
import eddy.inference.internal.classpath.DeclaredEffect
import eddy.inference.internal.context.{AnalysisState, Location}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue}
import eddy.inference.internal.librarycalls.{LibraryEffects, LibraryReentry, LibraryResults, Registrations}
import eddy.inference.internal.values.Keys
import eddy.inference.report.Coarse
import eddy.state.{AccessKind, SharedObject}

/** Calls of methods that are declared to read, write, commute, register or spawn: they are believed, not
  * followed.
  */
private[inference] final class DeclaredCalls(
    state: AnalysisState,
    keys: Keys,
    reentry: LibraryReentry,
    registrations: Registrations,
    libraryEffects: LibraryEffects,
    results: LibraryResults
):
  import state.{effects, heap, types}

  def result(
      mark: DeclaredEffect,
      called: MethodName,
      receiver: AbstractValue,
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    mark match
      // a handler of its own, analysed when it is registered
      case DeclaredEffect.Registers =>
        registrations.ofEvents(called, arguments)
        declared(called)
      case DeclaredEffect.Spawns =>
        effects.detached:
          arguments.foreach: v =>
            heap.escape(v)
            val _ = reentry.handedOver(v, Vector.empty)
        declared(called)
      case DeclaredEffect.Pure | DeclaredEffect.Confined =>
        keep(receiver, arguments)
        libraryEffects.reads(called, arguments)
        arguments.foreach(v =>
          val _ = reentry.handedOver(v, Vector.empty)
        )
        if mark == DeclaredEffect.Confined then confined(called) else declared(called)
      case DeclaredEffect.Access(mode) => access(mode, called, receiver, arguments)

  private def access(
      mode: AccessKind,
      called: MethodName,
      receiver: AbstractValue,
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    val own =
      receiver.objects.toList.collect { case AbstractObject.Made(_, site) if !heap.isEscaped(site) => site }
    val onlyOwn = own.size == receiver.objects.size && own.nonEmpty
    keep(receiver, arguments)
    libraryEffects.reads(called, arguments)
    receiver.objects.foreach:
      case AbstractObject.Existing(p, _) => keys.access(p, called, arguments, mode)
      case AbstractObject.Unknown(t) => anyOf(if t == Descriptors.AnyObject then called.owner else t, mode)
      case AbstractObject.Made(_, site) if heap.isEscaped(site) => anyOf(called.owner, mode)
      case _ => ()
    val held = AbstractValue.join(own.map(heap.elements))
    val passed = Vector.fill(DeclaredCalls.Parameters)(if onlyOwn then held else content(called, receiver))
    val returned = AbstractValue.join(arguments.map(reentry.handedOver(_, passed)))
    // what a function of the caller returns may be kept
    keep(receiver, Vector(returned))
    takenOut(called, receiver, returned) | held
  end access

  private def keep(receiver: AbstractValue, arguments: Vector[AbstractValue]): Unit =
    receiver.objects.foreach:
      case AbstractObject.Made(_, site) => arguments.foreach(heap.add(site, _))
      case _ => ()

  private def anyOf(cls: String, mode: AccessKind): Unit =
    effects.effect(
      Location.AnyOf(cls),
      mode,
      Some(Coarse(s"cannot tell before the call which ${Names.ofClass(cls)} this is"))
    )

  /** Content of shared objects as they pass it to functions: as it is, in an option or in a pair. */
  private def content(called: MethodName, receiver: AbstractValue): AbstractValue =
    typesOf(receiver) match
      case None => AbstractValue.of(AbstractValue.anything)
      case Some(classes) =>
        val each = AbstractValue.join(classes.flatten.map(types.unknown))
        val site = heap.site(called, DeclaredCalls.Wrapper)
        heap.add(site, each)
        each | AbstractValue.of(DeclaredCalls.wrappers.map(AbstractObject.Made(_, site)))

  private def typesOf(receiver: AbstractValue): Option[List[List[String]]] =
    val known = receiver.objects.toList.map:
      case AbstractObject.Existing(p, _) => types.heldBy(p)
      case _ => None
    Option.when(known.nonEmpty && known.forall(_.nonEmpty))(known.flatten)

  private def takenOut(called: MethodName, receiver: AbstractValue, returned: AbstractValue): AbstractValue =
    val known = receiver.objects.toList.map:
      case AbstractObject.Existing(p, _) => types.givenBy(p, called)
      case _ => None
    if known.nonEmpty && known.forall(_.nonEmpty) then AbstractValue.join(known.flatten.map(types.unknown))
    else if called.name == "getOrElse" && state.context.library.isFramework(called.owner) && typesOf(
        receiver
      ).nonEmpty
    then
      AbstractValue.join(typesOf(receiver).toList.flatten.map(classes =>
        types.unknown(classes.last)
      )) | returned
    else if isOfSnapshot(called) then results.ofSnapshot(called, Descriptors.result(called.descriptor))
    else declared(called)

  /** A collection made of the content of a shared one, which nobody changes. */
  private def isOfSnapshot(called: MethodName) =
    DeclaredCalls.snapshots(Descriptors.result(called.descriptor)) &&
      state.context.repository.isSubtype(called.owner, DeclaredCalls.AnyShared)

  private def declared(called: MethodName): AbstractValue =
    if types.givesPlain(called) then AbstractValue.none
    else types.ofDescriptor(Descriptors.result(called.descriptor))

  private def confined(called: MethodName): AbstractValue = if types.givesPlain(called) then
    AbstractValue.none
  else
    Descriptors.className(Descriptors.result(called.descriptor)).filterNot(state.context.library.isImmutable)
      .fold(types.blank(Descriptors.result(called.descriptor)))(c =>
        AbstractValue.of(AbstractObject.Confined(c))
      )
end DeclaredCalls

private[inference] object DeclaredCalls:
  /** As many arguments as functions handed to a shared object take. */
  private val Parameters = 3

  private val AnyShared = Descriptors.internalName(classOf[SharedObject])

  private val snapshots = Set("Lscala/collection/Iterable;", "Lscala/collection/Iterator;")

  /** No instruction has it. */
  private val Wrapper = -3
  private val wrappers: Set[String] = Set(Conventions.Option, Conventions.Pair)
