package eddy.inference.internal.librarycalls

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodName, Names}
import eddy.inference.internal.code.Overrides
import eddy.inference.internal.context.{AnalysisState, Effects, Location}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, ClosureCode, Objects}
import eddy.inference.internal.values.{Closures, ObjectKinds, Reachability, Semantics}
import eddy.inference.report.Coarse
import eddy.state.AccessKind

import scala.jdk.CollectionConverters.*

/** Code of the application that is called by code which is not followed. */
private[inference] final class LibraryReentry(
    state: AnalysisState,
    kinds: ObjectKinds,
    reachability: Reachability,
    closures: Closures,
    semantics: Semantics
):
  import state.context.{callerRuns, implementations, keptFunctions, library, overrides, repository}
  import state.{effects, heap, snapshot, tasks, types}

  /** What library code calls of a class, on one object or any; without arguments, of an element of a
    * container. In another manner it counts separately, as methods do.
    */
  private final case class Handed(
      cls: String,
      self: AbstractValue | Null,
      arguments: Vector[AbstractValue] | Null,
      on: Effects.Thread,
      part: Effects.HandlerEffects
  )
  private def once(
      cls: String,
      self: AbstractValue | Null,
      arguments: Vector[AbstractValue] | Null
  )(look: => AbstractValue): AbstractValue =
    tasks.result(Handed(cls, self, arguments, effects.thread, effects.inPart))(look)

  /** Everything that could be called through a value once it is handed over, and all that this may return.
    * `arguments`: the values with which it may be called.
    */
  def handedOver(v: AbstractValue, arguments: Vector[AbstractValue]): AbstractValue =
    AbstractValue.join(v.objects.toList.map:
      case c: AbstractObject.Closure =>
        closures.call(c, arguments) | defaults(c.interfaces, AbstractValue.of(c), arguments)
      case a @ AbstractObject.Existing(p, _) if p.isStable =>
        AbstractValue.join(snapshot.byClass(p).map: (c, objects) =>
          val name = Descriptors.internalName(c)
          if ClosureCode.isClosure(c) then
            closures.call(p, objects.head, closures.fit(_, arguments)) |
              defaults(ClosureCode.interfacesOf(c), AbstractValue.of(a), arguments)
          else if library.isUser(name) then overridden(name, AbstractValue.of(a), arguments)
          else if objects.exists(_ eq Objects.Opaque) then
            val holder = snapshot.classes(p.copy(steps = p.steps.drop(1))).headOption
            effects.everything(
              s"what a ${holder.fold("library's object")(c => Names.ofClass(Descriptors.internalName(c)))} calls cannot be looked into"
            )
            AbstractValue.none
          else ofLibrary(p, c, objects.head, arguments))
      case AbstractObject.Existing(_, declared) => unknown(declared, arguments)
      case a @ AbstractObject.Made(c, _) =>
        if keepsFunctions(c) && library.isLibrary(c) then semantics.together(madeOf(a), arguments)
        else if library.isUser(c) then overridden(c, AbstractValue.of(a), arguments) | orders(a, arguments)
        else orders(a, arguments)
      case AbstractObject.Unknown(c) => unknown(c, arguments)
      case AbstractObject.Confined(c) if library.isFunction(c) =>
        hears(arguments)
        AbstractValue.none
      case _ => AbstractValue.none)

  /** Library code compares objects by their natural order, of which only the types are known. */
  def naturalOrder(): Unit = library.naturalOrders.foreach(ownBelow(_, Vector.empty): Unit)

  /** Default methods of a closure's interfaces by which library code calls it. */
  private def defaults(
      interfaces: List[String],
      self: AbstractValue,
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    AbstractValue.join(interfaces.filter(library.isUser).map(overridden(_, self, arguments)))

  /** An ordering, comparator or collector that the handler has made. */
  private def keepsFunctions(c: String) =
    library.isFunction(c) || library.functionKeepers.exists(repository.isSubtype(c, _))

  /** A sorted collection that the handler has made, or what it has made of one, calls the comparator that
    * went in.
    */
  private def orders(collection: AbstractObject.Made, arguments: Vector[AbstractValue]): AbstractValue =
    val inside = ordersIn(collection)
    if inside.isEmpty then AbstractValue.none
    else once(Conventions.Comparator, inside, arguments)(semantics.together(inside, arguments))

  private def ordersIn(collection: AbstractObject.Made): AbstractValue =
    val inside = heap.elements(collection.site)
    if inside.isEmpty then inside
    // a copy has the comparator of the collection that it was made of
    else AbstractValue.of(reachability.from(Vector(inside)).filter(a => a != collection && kinds.isOrder(a)))

  private def madeOf(a: AbstractObject): AbstractValue =
    AbstractValue.of(reachability.from(Vector(AbstractValue.of(a))).filter:
      case _: AbstractObject.Closure => true
      case AbstractObject.Made(c, _) => library.isUser(c)
      case AbstractObject.Existing(p, c) => p.isStable || library.isFunction(c)
      case AbstractObject.Unknown(c) => library.isFunction(c)
      case AbstractObject.Confined(c) => library.isFunction(c)
      case _ => false)

  // what the application's code passes to functions of the library's, which may do anything with it
  private lazy val heard = heap.site(MethodName(Descriptors.AnyObject, "heard", "()V"), -1)
  def hears(arguments: Vector[AbstractValue]): Unit =
    heap.add(heard, AbstractValue.of(arguments.flatMap(_.objects).toSet))

  // what the application's code throws, for library code that keeps it
  private lazy val failures = heap.site(MethodName(Descriptors.AnyObject, "thrown", "()V"), -1)
  def throws(failure: AbstractValue): Unit = heap.add(
    failures,
    failure.only:
      case AbstractObject.Unknown(c) => library.isUser(c)
      case _ => true
  )
  def thrown: AbstractValue = heap.elements(failures)

  /** A library object that keeps functions: those it was made of, its ordering, or some that nobody can find.
    */
  private def ofLibrary(
      p: AccessPath,
      c: Class[?],
      sample: AnyRef,
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    val deferred = types.deferred(c)
    for t <- deferred do
      effects.everything(
        s"a ${Names.ofClass(t)} kept from earlier calls functions that are not known",
        if library.isThirdParty(t) then Coarse.Cause.Function else Coarse.Cause.Deferred
      )
    val inside =
      around(Descriptors.internalName(c), arguments) | kept(Descriptors.internalName(c), arguments)
    val isHolder = deferred.isEmpty && Objects.isHolder(sample)
    if library.isResident(Descriptors.internalName(c)) then AbstractValue.none
    else if isHolder && !holdsMore(p) ||
      !isHolder && !Objects.isBehaviour(sample) && !library.isOrdered(types.libraryClass(c)) &&
      !Objects.isSorted(sample)
    then inside
    else if p.steps.count(_.isInside) > Limits.CombinedFunctions then
      effects.everything("a function is made of functions that are made of functions, too deep to follow")
      AbstractValue.none
    else
      if !isHolder then readCollections(p / AccessPath.Step.Collections)
      val step = if isHolder then AccessPath.Step.Held else AccessPath.Step.Helpers
      inside | semantics.together(snapshot.value(p / step, Descriptors.AnyObject), arguments)
  end ofLibrary

  /** What an object of the library's class may be made around, out of sight. */
  private def around(c: String, arguments: Vector[AbstractValue]): AbstractValue =
    AbstractValue.join(library.inside(c).map(t => ownBelow(t, arguments) | closuresBelow(t, arguments)))

  private def closuresBelow(t: String, arguments: Vector[AbstractValue]): AbstractValue =
    val sites = implementations.closuresBelow(t)
    if sites.sizeIs > Limits.Implementations then
      effects.everything(s"uses one of more than ${Limits.Implementations} kinds of ${Names.ofClass(t)}")
      AbstractValue.none
    else
      AbstractValue.join(sites.map(s =>
        assuming(s.owner, t)(handedOver(AbstractValue.of(closures.any(s)), arguments))
      ))

  /** Functions that an object of the JDK keeps out of sight. */
  private def kept(c: String, arguments: Vector[AbstractValue]): AbstractValue =
    val methods = library.keeps(c)
    if methods.isEmpty then AbstractValue.none else givenTo(methods, c, arguments)

  /** Functions that wait for an object that is completed here. */
  def waiting(owner: String, completed: AbstractValue, arguments: Vector[AbstractValue]): Unit =
    val methods = library.waits(owner)
    // a promise shows its waiting functions
    val (known, others) = completed.objects.toList.partition:
      case AbstractObject.Existing(p, _) => p.isStable && snapshot.objects(p).nonEmpty && methods.isEmpty
      case _ => false
    for case AbstractObject.Existing(p, _) <- known do
      val _ = semantics.together(snapshot.value(p / AccessPath.Step.Held, Descriptors.AnyObject), arguments)
    if others.nonEmpty && methods.isEmpty && callerRuns.any then
      effects.everything(
        s"completes a ${Names.ofClass(owner)}: functions that wait for it may run here, and are not known"
      )
    if others.nonEmpty && methods.nonEmpty then
      val _ = givenTo(methods, owner, arguments)

  private def givenTo(methods: List[String], c: String, arguments: Vector[AbstractValue]): AbstractValue =
    keptFunctions.handedTo(methods) match
      case Some(sites) if sites.sizeIs <= Limits.Implementations =>
        AbstractValue.join(sites.map: s =>
          effects.assuming(s.owner, c)(handedOver(AbstractValue.of(closures.any(s)), arguments)))
      case _ =>
        effects.everything(s"a ${Names.ofClass(c)} calls functions that are not known")
        AbstractValue.none

  /** A function that was made of a collection, such as its `lift`, reads it. */
  private def readCollections(at: AccessPath): Unit =
    val classes = snapshot.changeable(at).map(o => types.libraryClass(o.getClass)).filter(library.isMutable)
    classes.map(c => library.mode(c, "apply", Some(c))).reduceOption(_.join(_))
      .foreach(effects.effect(Location.At(at, classes.head), _))

  /** Objects of the application's that were not met on the way to it. */
  private def holdsMore(p: AccessPath): Boolean =
    val met = p.prefixes.filter(_.steps.headOption.exists(_.isInside)).flatMap(snapshot.objects)
    snapshot.objects(p / AccessPath.Step.Held).exists(o => !met.exists(_ eq o))

  private def unknown(t: String, arguments: Vector[AbstractValue]): AbstractValue =
    if library.isFunction(t) then
      effects.everything(
        s"passes on a function value that is not known before the call (${Names.ofClass(t)})",
        Coarse.Cause.Function
      )
      AbstractValue.of(AbstractValue.anything)
    else if library.isUser(t) || isOpen(t) then
      val (classes, sites) = implementations.below(t)
      if classes.size + sites.size > Limits.Implementations then
        if isOpen(t) || classes.exists(isCalled) || sites.exists(_.interfaces.asScala.exists(extendsLibrary))
        then
          effects.everything(
            s"passes on one of more than ${Limits.Implementations} kinds of ${Names.ofClass(t)}"
          )
        else
          effects.note(
            s"what equals, hashCode and toString of ${Names.ofClass(t)} do is taken to be harmless"
          )
        AbstractValue.none
      else
        once(t, null, arguments):
          AbstractValue.join(classes.map(c =>
            assuming(c, t)(overridden(c, AbstractValue.of(types.unknownObject(c)), arguments))
          ))
            | AbstractValue.join(sites.map(s => handedOver(AbstractValue.of(closures.any(s)), arguments)))
    else
      ownBelow(t, arguments) |
        AbstractValue.join(library.keepers.filter(isBelow(_, t)).map(kept(_, arguments)))

  private def isBelow(keeper: String, t: String) =
    t != Descriptors.AnyObject && !library.isGeneral(t) && repository.isSubtype(keeper, t)

  /** Library code may do more with its objects than compare, show and take apart what everybody may. */
  private def isCalled(c: String) =
    overrides.of(c).exists(m => !Conventions.ofElements(m.name) && !Conventions.ofCaseClasses(m.name)) &&
      !repository.isSubtype(c, Conventions.Thrown)
  private def extendsLibrary(c: String) =
    repository.interfacesOf(c).exists(i => library.isLibrary(i) && !library.isGeneral(i))

  /** The application's own classes below a type of the library. */
  private def ownBelow(t: String, arguments: Vector[AbstractValue]): AbstractValue =
    val classes = implementations.ownOverrides(t)
    if classes.isEmpty then AbstractValue.none
    else if classes.sizeIs > Limits.Implementations && repository.isSubtype(t, Conventions.Thrown) then
      effects.note(
        s"what getMessage of more than ${Limits.Implementations} exceptions does is taken to be harmless"
      )
      AbstractValue.none
    else if classes.sizeIs > Limits.Implementations then
      effects.everything(s"uses one of more than ${Limits.Implementations} kinds of ${Names.ofClass(t)}")
      AbstractValue.none
    else
      once(t, null, arguments):
        AbstractValue.join(classes.map((c, methods) =>
          assuming(c, t)(called(methods, c, AbstractValue.of(types.unknownObject(c)), arguments))
        ))

  /** An object of the library's type may be of the application's class. */
  private def assuming(c: String, t: String)(look: => AbstractValue): AbstractValue =
    if library.isLibrary(t) then effects.assuming(c, t)(look) else look

  private def isOpen(t: String) = library.isOpen(t) || types.isExtended(t)

  /** Library code compares and shows the elements of a container.
    *
    * @param surely
    *   if not, those do not count of which only the class is known: it is not what most methods do
    */
  def asElement(a: AbstractObject, surely: Boolean): Unit = a match
    case AbstractObject.Existing(p, _) if p.isStable => snapshot.names(p).foreach(asElement(_, a))
    case AbstractObject.Made(c, _) => asElement(c, a)
    case AbstractObject.Unknown(t) if surely =>
      val found = implementations.ofElements(t)
      if found.nonEmpty then
        val _ = once(t, null, null):
          found.foreach(m => ask(m, types.unknown(m.owner)))
          AbstractValue.none
    case _ => ()

  private def asElement(c: String, a: AbstractObject): Unit =
    if library.isUser(c) && overrides.of(c).nonEmpty then
      val self = AbstractValue.of(a)
      val _ = once(c, self, null):
        overrides.ofElements(c).foreach(ask(_, self))
        AbstractValue.none

  private def ask(m: MethodName, self: AbstractValue): Unit =
    val _ = semantics.exact(m, self +: Descriptors.parameters(m.descriptor).map(types.ofDescriptor))

  /** The methods by which library code calls an object of the application. */
  private def overridden(c: String, self: AbstractValue, arguments: Vector[AbstractValue]): AbstractValue =
    // what the handler has made it was handed over to
    val inside = if self.objects.exists(isMade) then AbstractValue.none else aroundOwn(c, arguments)
    if overrides.of(c).isEmpty then inside
    else inside | once(c, self, arguments)(called(overrides.of(c), c, self, arguments))

  private def isMade(a: AbstractObject) = a match
    case AbstractObject.Made(_, _) => true
    case _ => false

  private def aroundOwn(c: String, arguments: Vector[AbstractValue]): AbstractValue =
    repository.runtime(c).fold(AbstractValue.none)(cls => around(types.libraryClass(cls), arguments))

  /** The same as far as a constructor of the library's calls it. */
  def constructing(c: String, self: AbstractValue, isCalled: String => Boolean): Unit =
    val methods = overrides.of(c).filter(m => isCalled(m.name))
    if methods.nonEmpty then
      val _ = once(c, self, Vector.empty)(called(methods, c, self, Vector.empty))

  private def called(
      methods: List[MethodName],
      c: String,
      self: AbstractValue,
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    AbstractValue.join(methods.map: m =>
      val parameters = Descriptors.parameters(m.descriptor)
      val passed = overrides.passed(c)
      // what a partial function gets is known, as with other functions
      val gets =
        if arguments.nonEmpty && repository.isSubtype(c, Conventions.Cases) then AbstractValue.none else null
      val given_ = parameters.zipWithIndex.map: (descriptor, i) =>
        if overrides.isOwn(c, m, i) && Descriptors.className(descriptor).exists(
            implementations.ownOverrides(_).isEmpty
          )
        then ownParameter(descriptor, arguments)
        else if passed.nonEmpty && Descriptors.className(descriptor).contains(Descriptors.AnyObject) then
          anyParameter(passed, arguments)
        else parameter(m, descriptor, arguments, gets)
      val returned = semantics.exact(m.in(c), self +: given_)
      if m.name == Conventions.ofProducts then AbstractValue.none
      // a collection passes its elements to the library's function
      else if m.name != Conventions.ofCases && parameters.exists(isFunction) then
        returned | heap.elements(heard)
      else returned)

  /** What a parameter of any type gets of a third party, whose objects of these types are its own. */
  private def anyParameter(own: Set[String], arguments: Vector[AbstractValue]): AbstractValue =
    val any = AbstractValue.of(own.map(AbstractObject.Confined(_)) + AbstractObject.Passed(own))
    arguments.foldLeft(any)((v, a) => v | a.only(_ != AbstractValue.anything))

  private def isFunction(descriptor: String) = Descriptors.className(descriptor).exists(library.isFunction)

  /** An object of a library's own, such as a generator of JSON, or one that goes in as such. */
  private def ownParameter(descriptor: String, arguments: Vector[AbstractValue]): AbstractValue =
    val c = Descriptors.className(descriptor).get
    def isOne(a: AbstractObject) = a match
      case AbstractObject.Passed(_) => false
      case AbstractObject.Unknown(t) => repository.isSubtype(t, c)
      // what a library's object holds of the application's is of no such class
      case AbstractObject.Existing(p, t) => p.isStable || repository.isSubtype(t, c)
      case AbstractObject.Made(t, _) => library.isThirdParty(t) || repository.isSubtype(t, c)
      case AbstractObject.Confined(t) => repository.isSubtype(t, c)
      case _ => true
    arguments.foldLeft(AbstractValue.of(AbstractObject.Confined(c)))((v, a) =>
      v | types.narrow(a.only(isOne), c, snapshot)
    )

  private def parameter(
      m: MethodName,
      descriptor: String,
      arguments: Vector[AbstractValue],
      atLeast: AbstractValue | Null
  ): AbstractValue =
    Descriptors.className(descriptor) match
      // made by the library, or by the application and then followed where it was handed over
      case Some(c) if library.isSupplied(c) =>
        AbstractValue.of(AbstractObject.Confined(if m.name == Conventions.ofCases then Conventions.Fallback
        else c))
      case Some(c) =>
        val first = if atLeast == null then types.unknown(c) else atLeast
        arguments.foldLeft(first)((v, a) => v | types.narrow(types.received(a, descriptor), c, snapshot))
      case None => types.blank(descriptor)

  /** Java's serialisation writes these objects and all that they refer to: it reads all their fields, and
    * calls methods of theirs that override nothing.
    * @return all these objects
    */
  def serialise(
      called: MethodName,
      receiver: Option[AbstractValue],
      objects: Set[AbstractObject]
  ): Set[AbstractObject] =
    var met = Set.empty[AbstractObject]
    var open = objects
    while open.nonEmpty do
      val found = reachability.touchFields(open, AccessKind.Reads, inClosures = true) -- met
      met = met ++ found
      // a replacement is written in place of the object
      open = askSerialised(called, receiver, found) -- met
    met

  /** Calls the methods by which Java's serialisation writes these objects.
    * @return what replaces them
    */
  def askSerialised(
      called: MethodName,
      receiver: Option[AbstractValue],
      objects: Set[AbstractObject]
  ): Set[AbstractObject] =
    val stream = receiver.filter(_ => repository.isSubtype(called.owner, Conventions.ObjectOutput))
      .getOrElse(LibraryReentry.newStream)
    for
      a <- objects
      c <- reachability.classesOf(a)
      hook <- overrides.serialising(c)
      returned =
        semantics.exact(hook, AbstractValue.of(a) +: Descriptors.parameters(hook.descriptor).map(_ => stream))
      replacement <- if hook.name == Overrides.Replacing then returned.objects else Set.empty[AbstractObject]
    yield replacement

  /** What the application's implementations of a library interface do when called. */
  def ofOpen(t: String, called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    if !isOpen(t) || Conventions.ofEverything(called.name) then AbstractValue.none
    else
      val (found, sites) = implementations.ofOpen(called.in(t))
      if found.size + sites.size > Limits.Implementations then
        effects.everything(
          s"$called has more than ${Limits.Implementations} implementations",
          Coarse.Cause.Implementations
        )
        AbstractValue.of(AbstractValue.anything)
      else
        AbstractValue.join(found.map(m =>
          assuming(m.owner, t)(semantics.exact(m, arguments.updated(0, types.unknown(m.owner))))
        )) |
          AbstractValue.join(sites.map(s => closures.on(closures.any(s), called, arguments)))
end LibraryReentry

private[inference] object LibraryReentry:
  private val newStream = AbstractValue.of(AbstractObject.Confined(Conventions.ObjectOutput))
