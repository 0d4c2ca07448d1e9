package eddy.inference.internal.values

import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodName, Names}
import eddy.inference.internal.context.{AnalysisState, Location}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, Key}
import eddy.inference.report.Coarse
import eddy.state.AccessKind

/** Reading and writing of fields and array elements. */
private[inference] final class FieldAccesses(state: AnalysisState):
  import state.context.{library, repository}
  import state.{effects, heap, snapshot, types}

  def getStatic(named: String, field: String, descriptor: String): AbstractValue =
    val owner = repository.declaringClass(named, field)
    references(descriptor) match
      case None =>
        val stable = repository.isStable(owner, field)
        if library.isUser(owner) && !stable then
          effects.effect(Location.StaticField(owner, field), AccessKind.Reads)
        val isKnown = if library.isUser(owner) then stable else repository.isFinalField(owner, field)
        types.blank(descriptor).known(Key.at(ofStatic(owner, field, isKnown)))
      case Some(t) if library.isLibrary(owner) =>
        if library.isOnTheSpot(owner) then types.unknown(owner)
        else if field == "MODULE$" then
          AbstractValue.none.known(Key.at(ofStatic(owner, field, stable = true)))
        else if library.isContainer(t) || library.isShareable(t) || isConstant(owner, field) then
          AbstractValue.none
        else types.unknown(t)
      case Some(t) if library.isFramework(owner) =>
        if field == "MODULE$" then AbstractValue.none.known(Key.at(ofStatic(owner, field, stable = true)))
        else types.unknown(t)
      case Some(t) =>
        val stable = repository.isStable(owner, field)
        if !stable then effects.effect(Location.StaticField(owner, field), AccessKind.Reads)
        snapshot.value(ofStatic(owner, field, stable), t)
    end match
  end getStatic

  /** A constant of a third party, which guards it. */
  private def isConstant(owner: String, field: String) =
    library.isThirdParty(owner) && repository.isFinalField(owner, field)

  private def ofStatic(owner: String, field: String, stable: Boolean) =
    AccessPath(AccessPath.Root.Static(owner, field, stable), Nil)

  def putStatic(by: MethodName, named: String, field: String): Unit =
    val owner = repository.declaringClass(named, field)
    // a static initialiser runs once, when the class is loaded
    if by.name != "<clinit>" then
      effects.effect(Location.StaticField(owner, field), AccessKind.Writes)
      effects.assigns(owner, field)

  def get(receiver: AbstractValue, named: String, field: String, descriptor: String): AbstractValue =
    val owner = repository.declaringClass(named, field)
    val isFinal = repository.isStable(owner, field)
    val stable = isFinal || isLazy(field)
    val found = receiver.objects.toList.map:
      case AbstractObject.Existing(p, _) if p.isStable && !hasInstance(p, owner) => AbstractValue.none
      case AbstractObject.Existing(p, _) =>
        if !stable then
          effects.effect(Location.At(p, owner), AccessKind.Reads, variable = fieldName(owner, field))
        ifReference(descriptor)(snapshot.value(p / AccessPath.Step.Field(owner, field, isFinal), _))
      case AbstractObject.Made(_, site) =>
        if !stable then shared(site, owner, field, AccessKind.Reads)
        if heap.isEscaped(site) && !stable then
          // others may have put something else there by now
          anyOf(owner, AccessKind.Reads, fieldName(owner, field))
          heap.get(site, field) | ifReference(descriptor)(types.unknown)
        // library code has put it there: it came from the code that made the object
        else if library.isLibrary(owner) then heap.get(site, field) | heap.elements(site)
        else heap.get(site, field)
      case AbstractObject.Unknown(_) =>
        if !stable then anyOf(owner, AccessKind.Reads, fieldName(owner, field))
        ifReference(descriptor)(types.unknown)
      case AbstractObject.Confined(_) => ifReference(descriptor)(types.unknown)
      case _ => AbstractValue.none
    val key = receiver.objects.toList match
      case AbstractObject.Existing(p, _) :: Nil if isFinal && p.isStable && hasInstance(p, owner) =>
        Key.at(p / AccessPath.Step.Field(owner, field, isFinal))
      case _ => receiver.key.filter(_ => isFinal).map(Key.Field(owner, field, _))
    if Descriptors.isWide(descriptor) then AbstractValue.wide.known(key)
    else
      val joined = AbstractValue.join(found)
      if joined.isEmpty || key.isEmpty then joined.known(key) else joined.known(joined.key.orElse(key))
  end get

  def put(by: MethodName, receiver: AbstractValue, named: String, field: String, v: AbstractValue): Unit =
    val owner = repository.declaringClass(named, field)
    receiver.objects.foreach:
      case AbstractObject.Existing(p, _) =>
        effects.effect(Location.At(p, owner), AccessKind.Writes, variable = fieldName(owner, field))
        effects.assigns(owner, field)
      case AbstractObject.Made(_, site) =>
        heap.put(site, field, v)
        if by.name != "<init>" then shared(site, owner, field, AccessKind.Writes)
        if heap.isEscaped(site) then
          heap.escape(v)
          if by.name != "<init>" then anyOf(owner, AccessKind.Writes, fieldName(owner, field))
      case AbstractObject.Unknown(_) =>
        anyOf(owner, AccessKind.Writes, fieldName(owner, field))
        effects.assigns(owner, field)
      case _ => ()

  def loadElement(array: AbstractValue, reference: Boolean): AbstractValue =
    AbstractValue.join(array.objects.toList.map:
      case AbstractObject.Existing(p, declared) =>
        effects.effect(Location.At(p, declared), AccessKind.Reads)
        if reference then types.unknown(elementType(p, declared)) else AbstractValue.none
      case AbstractObject.Made(_, site) if !heap.isEscaped(site) =>
        if reference then heap.elements(site) else AbstractValue.none
      case AbstractObject.Made(_, site) =>
        anyOf(FieldAccesses.SomeArray, AccessKind.Reads)
        if reference then heap.elements(site) | AbstractValue.of(AbstractValue.anything)
        else AbstractValue.none
      case AbstractObject.Unknown(t) =>
        anyOf(t, AccessKind.Reads)
        if reference then types.unknown(elementOf(t)) else AbstractValue.none
      case AbstractObject.Part(p, t) =>
        effects.effect(Location.At(p, t), AccessKind.Reads)
        if reference then types.unknown(elementOf(t)) else AbstractValue.none
      case AbstractObject.Confined(t) => if reference then types.unknown(elementOf(t)) else AbstractValue.none
      case _ => AbstractValue.none)

  def storeElement(array: AbstractValue, v: AbstractValue): Unit = array.objects.foreach:
    case AbstractObject.Existing(p, declared) => effects.effect(Location.At(p, declared), AccessKind.Writes)
    case AbstractObject.Part(p, declared) => effects.effect(Location.At(p, declared), AccessKind.Writes)
    case AbstractObject.Made(_, site) =>
      heap.add(site, v)
      if heap.isEscaped(site) then anyOf(FieldAccesses.SomeArray, AccessKind.Writes)
    case AbstractObject.Unknown(t) => anyOf(t, AccessKind.Writes)
    case _ => ()

  private def shared(site: Int, owner: String, field: String, mode: AccessKind): Unit =
    effects.sharedVariable(
      site,
      if Conventions.isVariable(owner) then "a local variable"
      else s"the variable ${Names.ofClass(owner)}.$field",
      mode
    )

  /** Some object of that class is used, and nobody can say which. */
  def anyOf(cls: String, mode: AccessKind, variable: => Option[String] = None): Unit =
    val what =
      if Conventions.isVariable(cls) then "captured variable"
      else if cls.startsWith("[") then "array"
      else Names.ofClass(cls)
    effects.effect(
      Location.AnyOf(cls),
      mode,
      Some(Coarse(s"cannot tell before the call which $what this is")),
      variable
    )

  /** A field as its author calls it; what the compiler adds for a captured variable has no such name. */
  private def fieldName(owner: String, field: String): Option[String] =
    Option.unless(Conventions.isVariable(owner))(Names.ofVariable(owner, field))

  private def hasInstance(p: AccessPath, owner: String) =
    repository.runtime(owner).exists(k => snapshot.objects(p).exists(k.isInstance))

  private def references(descriptor: String): Option[String] =
    Descriptors.className(descriptor).filterNot(types.isImmutable)
  private def ifReference(descriptor: String)(value: String => AbstractValue): AbstractValue =
    references(descriptor).fold(AbstractValue.none)(value)

  /** The storage of a lazy val, which only its accessor uses. */
  def isLazy(field: String): Boolean = field.contains("$lzy")

  private def elementType(p: AccessPath, declared: String): String =
    val arrays = if p.isStable then snapshot.classes(p).filter(_.isArray) else Nil
    arrays match
      case c :: Nil => Descriptors.internalName(c.getComponentType)
      case _ => elementOf(declared)

  private def elementOf(array: String): String =
    if array.startsWith("[[") then array.substring(1)
    else if array.startsWith("[L") && array.endsWith(";") then array.substring(2, array.length - 1)
    else Descriptors.AnyObject
end FieldAccesses

private[inference] object FieldAccesses:
  val SomeArray = s"[${Descriptors.ofClass(Descriptors.AnyObject)}"
