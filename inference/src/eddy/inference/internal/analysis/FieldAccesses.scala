package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.{Descriptors, MethodName, Names}
import eddy.inference.internal.heap.{Atom, Key, Path, Value}
import eddy.state.Mode

/** Reading and writing of fields and array elements. */
private[inference] final class FieldAccesses(state: AnalysisState):
  import state.world.{library, repository}
  import state.{concrete, findings, heap, types}

  def getStatic(named: String, field: String, descriptor: String): Value =
    val owner = repository.declaringClass(named, field)
    references(descriptor) match
      case None =>
        val stable = repository.isStable(owner, field)
        if library.isUser(owner) && !stable then findings.effect(Place.StaticField(owner, field), Mode.Reads)
        types.blank(descriptor).known(if library.isUser(owner) then Key.at(ofStatic(owner, field, stable))
        else None)
      case Some(t) if library.isLibrary(owner) =>
        if library.isOnTheSpot(owner) then types.unknown(owner)
        else if field == "MODULE$" then Value.none.known(Key.at(ofStatic(owner, field, stable = true)))
        else if library.isContainer(t) || library.isShareable(t) || isConstant(owner, field) then Value.none
        else types.unknown(t)
      case Some(t) if library.isFramework(owner) =>
        if field == "MODULE$" then Value.none.known(Key.at(ofStatic(owner, field, stable = true)))
        else types.unknown(t)
      case Some(t) =>
        val stable = repository.isStable(owner, field)
        if !stable then findings.effect(Place.StaticField(owner, field), Mode.Reads)
        concrete.value(ofStatic(owner, field, stable), t)
  end getStatic

  /** A constant of a third party, which guards it. */
  private def isConstant(owner: String, field: String) =
    library.isThirdParty(owner) && repository.isFinalField(owner, field)

  private def ofStatic(owner: String, field: String, stable: Boolean) =
    Path(Path.Root.Static(owner, field, stable), Nil)

  def putStatic(by: MethodName, named: String, field: String): Unit =
    val owner = repository.declaringClass(named, field)
    // a static initialiser runs once, when the class is loaded
    if by.name != "<clinit>" then
      findings.effect(Place.StaticField(owner, field), Mode.Writes)
      findings.assigns(owner, field)

  def get(receiver: Value, named: String, field: String, descriptor: String): Value =
    val owner = repository.declaringClass(named, field)
    val isFinal = repository.isStable(owner, field)
    val stable = isFinal || isLazy(field)
    val found = receiver.atoms.toList.map:
      case Atom.Existing(p, _) if p.isStable && !hasInstance(p, owner) => Value.none
      case Atom.Existing(p, _) =>
        if !stable then findings.effect(Place.At(p, owner), Mode.Reads)
        ifReference(descriptor)(concrete.value(p / Path.Step.Field(owner, field, isFinal), _))
      case Atom.Made(_, site) =>
        if !stable then shared(site, owner, field, Mode.Reads)
        if heap.isEscaped(site) && !stable then
          // others may have put something else there by now
          anyOf(owner, Mode.Reads)
          heap.get(site, field) | ifReference(descriptor)(types.unknown)
        // library code has put it there: it came from the code that made the object
        else if library.isLibrary(owner) then heap.get(site, field) | heap.elements(site)
        else heap.get(site, field)
      case Atom.Unknown(_) =>
        if !stable then anyOf(owner, Mode.Reads)
        ifReference(descriptor)(types.unknown)
      case Atom.Confined(_) => ifReference(descriptor)(types.unknown)
      case _ => Value.none
    val key = receiver.atoms.toList match
      case Atom.Existing(p, _) :: Nil if isFinal && p.isStable && hasInstance(p, owner) =>
        Key.at(p / Path.Step.Field(owner, field, isFinal))
      case _ => receiver.key.filter(_ => isFinal).map(Key.Field(owner, field, _))
    if Descriptors.isWide(descriptor) then Value.wide.known(key)
    else
      val joined = Value.join(found)
      if joined.isEmpty || key.isEmpty then joined.known(key) else joined.known(joined.key.orElse(key))
  end get

  def put(by: MethodName, receiver: Value, named: String, field: String, v: Value): Unit =
    val owner = repository.declaringClass(named, field)
    receiver.atoms.foreach:
      case Atom.Existing(p, _) =>
        findings.effect(Place.At(p, owner), Mode.Writes)
        findings.assigns(owner, field)
      case Atom.Made(_, site) =>
        heap.put(site, field, v)
        if by.name != "<init>" then shared(site, owner, field, Mode.Writes)
        if heap.isEscaped(site) then
          heap.escape(v)
          if by.name != "<init>" then anyOf(owner, Mode.Writes)
      case Atom.Unknown(_) =>
        anyOf(owner, Mode.Writes)
        findings.assigns(owner, field)
      case _ => ()

  def loadElement(array: Value, reference: Boolean): Value =
    Value.join(array.atoms.toList.map:
      case Atom.Existing(p, declared) =>
        findings.effect(Place.At(p, declared), Mode.Reads)
        if reference then types.unknown(elementType(p, declared)) else Value.none
      case Atom.Made(_, site) if !heap.isEscaped(site) =>
        if reference then heap.elements(site) else Value.none
      case Atom.Made(_, site) =>
        anyOf(FieldAccesses.SomeArray, Mode.Reads)
        if reference then heap.elements(site) | Value.of(Value.anything) else Value.none
      case Atom.Unknown(t) =>
        anyOf(t, Mode.Reads)
        if reference then types.unknown(elementOf(t)) else Value.none
      case Atom.Part(p, t) =>
        findings.effect(Place.At(p, t), Mode.Reads)
        if reference then types.unknown(elementOf(t)) else Value.none
      case Atom.Confined(t) => if reference then types.unknown(elementOf(t)) else Value.none
      case _ => Value.none)

  def storeElement(array: Value, v: Value): Unit = array.atoms.foreach:
    case Atom.Existing(p, declared) => findings.effect(Place.At(p, declared), Mode.Writes)
    case Atom.Part(p, declared) => findings.effect(Place.At(p, declared), Mode.Writes)
    case Atom.Made(_, site) =>
      heap.add(site, v)
      if heap.isEscaped(site) then anyOf(FieldAccesses.SomeArray, Mode.Writes)
    case Atom.Unknown(t) => anyOf(t, Mode.Writes)
    case _ => ()

  private def shared(site: Int, owner: String, field: String, mode: Mode): Unit =
    findings.sharedVariable(
      site,
      if owner.startsWith("scala/runtime/") then "a local variable"
      else s"the variable ${Names.ofClass(owner)}.$field",
      mode
    )

  /** Some object of that class is used, and nobody can say which. */
  def anyOf(cls: String, mode: Mode): Unit =
    val what =
      if cls.startsWith("scala/runtime/") then "captured variable"
      else if cls.startsWith("[") then "array"
      else Names.ofClass(cls)
    findings.effect(Place.AnyOf(cls), mode, Some(s"cannot tell before the call which $what this is"))

  private def hasInstance(p: Path, owner: String) =
    repository.runtime(owner).exists(k => concrete.objects(p).exists(k.isInstance))

  private def references(descriptor: String): Option[String] =
    Descriptors.className(descriptor).filterNot(types.isImmutable)
  private def ifReference(descriptor: String)(value: String => Value): Value =
    references(descriptor).fold(Value.none)(value)

  /** The storage of a lazy val, which only its accessor uses. */
  private def isLazy(field: String) = field.contains("$lzy")

  private def elementType(p: Path, declared: String): String =
    val arrays = if p.isStable then concrete.classes(p).filter(_.isArray) else Nil
    arrays match
      case c :: Nil => Descriptors.internalName(c.getComponentType)
      case _ => elementOf(declared)

  private def elementOf(array: String): String =
    if array.startsWith("[[") then array.substring(1)
    else if array.startsWith("[L") && array.endsWith(";") then array.substring(2, array.length - 1)
    else Descriptors.AnyObject
end FieldAccesses

private[inference] object FieldAccesses:
  private val SomeArray = "[Ljava/lang/Object;"
