package eddy.state.inference

/** Code of the application that is called by code which is not followed. */
private[inference] final class Callbacks(run: Analysis):
  import run.world.{implementations, library, overrides, repository}
  import run.{calls, closures, concrete, findings, tasks, types}

  /** What library code calls of a class, on one object or any; without arguments, of an element of a container. In another
    * manner it counts by itself, as methods do.
    */
  private final case class Handed(
      cls: String,
      self: Value | Null,
      arguments: Vector[Value] | Null,
      detached: Boolean,
      part: Findings.Part
  )
  private def once(cls: String, self: Value | Null, arguments: Vector[Value] | Null)(look: => Unit): Unit =
    val _ = tasks.result(Handed(cls, self, arguments, findings.inDetached, findings.inPart)):
      look
      Value.none

  /** Everything that could be called through a value once it is handed over. `arguments`: what it may be called with. */
  def handedOver(v: Value, arguments: Vector[Value]): Value = Value.join(v.atoms.toList.map:
    case c: Atom.Closure => closures.call(c, arguments)
    case a @ Atom.Existing(p, _) if p.isStable =>
      Value.join(concrete.byClass(p).map: (c, objects) =>
        val name = Descriptors.internalName(c)
        if ClosureCode.isClosure(c) then closures.call(p, objects.head, closures.fit(_, arguments))
        else
          if library.isUser(name) then overridden(name, Value.of(a), arguments)
          else if objects.exists(_ eq Objects.Opaque) then
            findings.everything("a function of the JDK is called, and cannot be looked into")
          else ofLibrary(p, c, objects.head, arguments)
          Value.none)
    case Atom.Existing(_, declared) => unknown(declared, arguments)
    case a @ Atom.Made(c, _) =>
      if library.isUser(c) then overridden(c, Value.of(a), arguments)
      else if keepsFunctions(c) then madeOf(a).foreach(closures.call(_, arguments): Unit)
      Value.none
    case Atom.Unknown(c) => unknown(c, arguments)
    case _ => Value.none)

  /** An ordering, comparator or collector that the callback has made. */
  private def keepsFunctions(c: String) =
    library.isFunction(c) || Callbacks.keepers.exists(repository.isSubtype(c, _))

  private def madeOf(a: Atom): Iterable[Atom.Closure] =
    run.reachability.from(Vector(Value.of(a))).collect { case c: Atom.Closure => c }

  /** A library object that keeps functions: those it was made of, its ordering, or some that nobody can find. */
  private def ofLibrary(p: Path, c: Class[?], sample: AnyRef, arguments: Vector[Value]): Unit =
    for t <- types.deferred(c) do
      findings.everything(s"a ${Descriptors.display(t)} kept from earlier calls functions that are not known")
    if library.isResident(Descriptors.internalName(c)) then ()
    else if !Objects.isBehaviour(sample) && !library.isOrdered(types.libraryClass(c)) then ()
    else if p.steps.count(_ == Path.Step.Helpers) > Callbacks.MaxNesting then
      findings.everything("a function is made of functions that are made of functions, too deep to follow")
    else
      val _ = handedOver(concrete.value(p / Path.Step.Helpers, Descriptors.AnyObject), arguments)

  private def unknown(t: String, arguments: Vector[Value]): Value =
    if library.isFunction(t) then
      findings.everything(
        s"passes on a function value that is not known before the call (${Descriptors.display(t)})"
      )
      Value.of(Value.anything)
    else if library.isUser(t) || isOpen(t) then
      val classes = implementations.classes(t)
      val sites = implementations.closuresBelow(t)
      if classes.size + sites.size > Callbacks.MaxClasses then
        if isOpen(t) then
          findings.everything(
            s"passes on one of more than ${Callbacks.MaxClasses} kinds of ${Descriptors.display(t)}"
          )
        else
          findings.note(
            s"what equals, hashCode and toString of ${Descriptors.display(t)} do is taken to be harmless"
          )
      else
        once(t, null, arguments):
          classes.foreach(c => overridden(c, Value.of(types.unknownAtom(c)), arguments))
          sites.foreach(s =>
            val _ = closures.anyOf(s, arguments)
          )
      Value.none
    else Value.none

  private def isOpen(t: String) = library.isOpen(t) || types.isExtended(t)

  /** Library code compares and shows the elements of a container. */
  def asElement(a: Atom): Unit =
    val classes = a match
      case Atom.Existing(p, _) if p.isStable => concrete.names(p)
      case Atom.Made(c, _) => List(c)
      case _ => Nil
    for c <- classes if library.isUser(c) && overrides.of(c).nonEmpty do
      val self = Value.of(a)
      once(c, self, null):
        for m <- overrides.of(c) if Callbacks.ofElements(m.name) do
          val _ = calls.exact(m.in(c), self +: Descriptors.parameters(m.descriptor).map(types.ofDescriptor))

  /** The methods by which library code calls an object of the application. */
  def overridden(c: String, self: Value, arguments: Vector[Value]): Unit = if overrides.of(c).nonEmpty then
    once(c, self, arguments):
      for m <- overrides.of(c) do
        val passed = Descriptors.parameters(m.descriptor).map(parameter(_, arguments))
        val _ = calls.exact(m.in(c), self +: passed)

  private def parameter(descriptor: String, arguments: Vector[Value]): Value =
    Descriptors.className(descriptor) match
      // made by the library, or by the application and then followed where it was handed over
      case Some(c) if library.isFunction(c) => Value.of(Atom.Confined(c))
      case Some(c) => arguments.foldLeft(types.unknown(c))((v, a) => v | types.narrow(a, c, concrete))
      case None => types.blank(descriptor)

  /** What the application's implementations of a library interface do when called. */
  def ofOpen(t: String, called: MethodName, arguments: Vector[Value]): Value =
    if !isOpen(t) || Callbacks.ofEverything(called.name) then Value.none
    else
      val found = implementations.ofLibrary(called.in(t))
      val sites = implementations.closuresOfLibrary(called.in(t))
      if found.size + sites.size > Callbacks.MaxClasses then
        findings.everything(s"$called has more than ${Callbacks.MaxClasses} implementations")
        Value.of(Value.anything)
      else
        Value.join(found.map(m => calls.exact(m, arguments.updated(0, types.unknown(m.owner))))) |
          Value.join(sites.map(closures.anyOf(_, arguments.tail)))
end Callbacks

private[inference] object Callbacks:
  private val MaxClasses = 16
  private val MaxNesting = 4
  private val keepers = List("java/util/Comparator", "scala/math/Equiv", "java/util/stream/Collector")
  private val ofElements = Set("equals", "hashCode", "toString", "compareTo", "compare")
  private val ofEverything =
    Set("equals", "hashCode", "toString", "getClass", "<init>", "wait", "notify", "notifyAll")
