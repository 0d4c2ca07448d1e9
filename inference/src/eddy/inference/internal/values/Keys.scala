package eddy.inference.internal.values

import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{Conventions, Descriptors, Instruction, MethodName, Names}
import eddy.inference.internal.code.KeyTemplates
import eddy.inference.internal.context.{AnalysisState, Effects, Location}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, Key}
import eddy.inference.report.Coarse
import eddy.state.AccessKind

/** Follows values that are known before the handler runs, so that entries of maps can be locked one by one.
  */
private[inference] final class Keys(state: AnalysisState):
  import KeyTemplates.Given
  import state.context.{declaredEffects, keyTypes, library, templates}
  import state.effects

  /** None if the value is not known before. The objects that it may refer to do not say: texts, numbers and
    * nulls that it may be are no objects.
    */
  def of(v: AbstractValue): Option[Key] = v.key

  /** The result of a call, if it is known before. */
  def ofCall(op: Op, called: MethodName, arguments: Vector[AbstractValue]): Option[Key] =
    if arguments.forall(_.key.isEmpty) then None
    else templates.call(op, called, arguments.map(seen), target(op, called, arguments))

  /** The object that a constructor has made, if it is known before. */
  def ofNew(constructor: MethodName, arguments: Vector[AbstractValue]): Option[Key] =
    if arguments.forall(_.key.isEmpty) then None else templates.made(constructor, arguments.map(seen))

  /** The result of a call that is not known before, although something that goes in is. */
  def without(called: MethodName, arguments: Vector[AbstractValue], returned: AbstractValue): AbstractValue =
    val like = returned.lostLikeOne(arguments)
    if (like ne returned) || arguments.forall(_.key.forall(isModule)) && !mayHideKeys(called) then like
    else
      val site = effects.position.map(_.site)
      // the look-up in an enum has its own reason, not that of its code, which compares names
      val result = if findsCase(called) then returned.copy() else returned
      result.lost(AbstractValue.Loss(
        Some(called),
        s"it comes out of ${Names.ofMethod(called.owner, called.name)}${site.fold("")(s => s" at $s")}"
      ))

  /** Arguments may be known before, and lie in a function or in an array. */
  private def mayHideKeys(called: MethodName) =
    library.isLibrary(called.owner) && !Conventions.holdsArguments(called) &&
      Descriptors.className(Descriptors.result(called.descriptor)).nonEmpty

  /** Returns the case of an enum that has this name or number. */
  private def findsCase(m: MethodName) =
    (m.name == "valueOf" || m.name == "fromOrdinal") &&
      Descriptors.className(Descriptors.result(m.descriptor)).exists(c =>
        Keys.enums.exists(state.context.repository.isSubtype(c, _))
      )

  private def isModule(key: Key) = key match
    case Key.At(path) => path.isModule
    case Key.Constant(_) => true
    case _ => false

  /** The text of a concatenation. */
  def ofText(i: Instruction, arguments: Vector[AbstractValue]): Option[Key] =
    templates.text(i, arguments.map(seen))

  /** What an option passes to a function that is called with what is in it. */
  def inOption(called: MethodName, receiver: Option[AbstractValue]): Option[Key] =
    if library.isOption(called.owner) then receiver.flatMap(of).map(Key.unwrapped) else None

  private def seen(v: AbstractValue): Given = (v.key, v.objects.toList) match
    case (Some(key), _) => Given.Known(key)
    case (None, (c: AbstractObject.Closure) :: Nil) => Given.Function(c.made, c.captured.map(seen))
    case _ => Given.Nothing

  /** The method that is called, if it is only one. */
  private def target(op: Op, called: MethodName, arguments: Vector[AbstractValue]): Option[MethodName] =
    templates.certain(op, called).orElse:
      arguments.headOption.map(_.objects.toList).collect {
        case AbstractObject.Existing(p, _) :: Nil if p.isStable => p
      }
        .map(state.snapshot.classes).collect { case c :: Nil => Descriptors.internalName(c) }
        .filter(library.isUser).flatMap(c => state.context.repository.resolve(called.in(c)))

  /** Notes what the method uses of a shared object: all of it, or an entry. */
  def access(path: AccessPath, called: MethodName, arguments: Vector[AbstractValue], mode: AccessKind): Unit =
    // that thread takes the lock itself, and would wait for one of the handler's
    if effects.thread == Effects.Thread.Awaited then effects.detached(access(path, called, arguments, mode))
    else if arguments.nonEmpty && declaredEffects.isByKey(called) then
      state.followsKeys()
      of(arguments.head) match
        case Some(key) if key.isComplete && unfit(key).isEmpty =>
          effects.effect(Location.Entry(path, called.owner, key), mode)
        case key =>
          val loss = arguments.head.whyNoKey
          val cause =
            if loss.flatMap(_.call).exists(findsCase) then Coarse.Cause.EntryOfEnum
            else Coarse.Cause.Entry
          val why = key.flatMap(unfit).map(c =>
            s"${Names.ofClass(c)} has a variable, or an equals or hashCode of its own"
          ).orElse(loss.map(_.text)).fold("")(text => s": $text")
          effects.effect(
            Location.At(path, called.owner),
            mode,
            Some(Coarse(s"which entry it is is not known before the call$why", cause))
          )
    else effects.effect(Location.At(path, called.owner), mode)

  /** The class of an object that the handler makes and no key can be or contain. */
  private def unfit(key: Key): Option[String] = key match
    case Key.Made(constructor, of) =>
      Option.unless(
        keyTypes.mayFit(constructor.owner)
      )(constructor.owner).orElse(of.flatMap(unfit).headOption)
    case Key.Wrapped(value) => unfit(value)
    case Key.Call(method, _, of) if library.makesTuple(method.owner, method.name) =>
      of.flatMap(unfit).headOption
    case _ => None
end Keys

private[inference] object Keys:
  private val enums = List(Conventions.Enumerated, "scala/reflect/Enum")
