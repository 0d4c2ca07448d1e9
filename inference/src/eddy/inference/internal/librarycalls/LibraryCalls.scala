package eddy.inference.internal.librarycalls

import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodName}
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, Key}
import eddy.inference.internal.library.NewArrays
import eddy.inference.internal.values.{FieldAccesses, Keys, ObjectKinds, Reachability, Semantics}
import eddy.inference.report.Coarse
import eddy.state.AccessKind

/** Calls of code that is modelled, not followed. It may call back all that is handed to it, change its
  * receiver as the model says, and return any of what went in.
  */
private[inference] final class LibraryCalls(
    state: AnalysisState,
    keys: Keys,
    kinds: ObjectKinds,
    fields: FieldAccesses,
    reachability: Reachability,
    reentry: LibraryReentry,
    handovers: Handovers,
    registrations: Registrations,
    libraryEffects: LibraryEffects,
    results: LibraryResults,
    spawning: SpawningCalls,
    semantics: Semantics
):
  import state.context.{collections, library, newArrays, repository}
  import state.{effects, heap, snapshot, types}

  private final case class Call(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ):
    val all: Vector[AbstractValue] = receiver.toVector ++ arguments
    def result: Option[String] = Descriptors.className(Descriptors.result(called.descriptor))

  private final case class Rule(name: String)(val applies: Call => Boolean)(val result: Call => AbstractValue)

  /** The first that applies decides the effects and the result of a call. */
  private val rules: Vector[Rule] = Vector(
    Rule("nothing happens")(c => library.doesNothing(c.called.owner, c.called.name))(_ => AbstractValue.none),
    Rule("turns of a lazy val's initialisers")(c => isLazyValStorage(c.called))(_ => AbstractValue.none),
    Rule("part of a pair")(c => c.receiver.exists(isOwnPair(c.called, _)))(c => partOf(c.receiver.get)),
    Rule("copy of an array")(c => newArrays.isCopy(c.called))(c => results.copy(c.called, c.all.head)),
    Rule("object around an array")(c => Conventions.holdsArguments(c.called)): c =>
      val elements = fields.loadElement(c.arguments.head, NewArrays.copiesReferences(c.called))
      c.result.fold(AbstractValue.none)(results.fresh(c.called, _, elements))
    ,
    Rule("reflection")(c => library.isReflective(c.called.owner, c.called.name)): c =>
      state.unknown(
        c.called,
        s"reflection: ${c.called} reaches what nobody can know",
        Coarse.Cause.Reflection
      ),
    Rule("another thread")(c => spawning.spawns(c.called, c.arguments))(c =>
      spawning.spawn(c.called, c.receiver, c.arguments)
    ),
    Rule("a unit of its own")(c => library.sequences(c.called.owner, c.called.name)): c =>
      handovers.toUnit(c.called, c.all),
    Rule("a handler")(c => library.registers(c.called.owner, c.called.name)): c =>
      registrations.beside(c.called, c.all),
    Rule("nothing goes in that counts")(_.all.forall(_.isEmpty)): c =>
      results.outcome(c.called, c.receiver, c.arguments, found(c.called) | decoded(c.called)),
    Rule("anything with what goes in")(_ => true)(c => anything(c.called, c.receiver, c.arguments, c.all))
  )

  def result(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    val call = Call(called, receiver, arguments)
    if library.completes(called.owner, called.name) && receiver.exists(isWaitedFor) then
      receiver.foreach(reentry.waiting(called.owner, _, LibraryCalls.passed(AbstractValue.join(call.all))))
    if library.orders(called.owner, called.name) then reentry.naturalOrder()
    if LibraryCalls.isClone(called) then receiver.foreach(v => reachability.readFields(v.objects))
    rules.find(_.applies(call)).fold(AbstractValue.none)(_.result(call))

  /** It may call back all that goes in, change its receiver as the facts say, and return any of what went in.
    */
  private def anything(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue],
      all: Vector[AbstractValue]
  ): AbstractValue =
    receiver.foreach(libraryEffects.onReceiver(called, _, arguments))
    val fills = library.changesArguments(called.owner, called.name)
    // an argument that is filled is not kept
    if library.isShareable(called.owner) && !fills && !receiver.exists(isConfined) then
      libraryEffects.escape(called, arguments)
    libraryEffects.onArguments(called, arguments)
    val held = reachability.from(all)
    if library.opensElements(called.owner, called.name) then opened(called, elements(called, receiver, held))
    val contents = AbstractValue.of(reached(called, receiver, all)) | decoded(called) | heldBy(all)
    if fills then
      for case AbstractObject.Made(_, site) <- arguments.flatMap(_.objects) do
        heap.add(site, results.except(site, contents))
    val inside = held -- all.flatMap(_.objects)
    val deep =
      if library.isDecorator(called.owner) then AccessKind.Writes else libraryEffects.modeOfArguments(called)
    inside.foreach(a => libraryEffects.onArgument(called, AbstractValue.of(a), deep))
    opensObjects(called, receiver, arguments)
    val compares = library.compares(called.owner, called.name)
    inside.foreach(reentry.asElement(_, compares))
    val calledBack =
      if library.isClosed(called.owner, called.name) then Vector.empty
      else if called.name == "<init>" then
        receiver.foreach(constructing(called, _))
        arguments
      else if !compares then all
      else
        val nested = inside.filter(kinds.isCollection)
        if nested.isEmpty then all else all :+ AbstractValue.of(nested)
    val passed =
      if library.isThirdParty(called.owner) then contents
      else AbstractValue.of(passedBy(called, receiver, arguments)) | decoded(called) | heldBy(all)
    // what one function throws another may get
    val failures = if library.catches(called.owner, called.name) then reentry.thrown else AbstractValue.none
    val heard = if library.asksOnce(called.owner, called.name) then AbstractValue.none else failures
    def back =
      handOver(
        called,
        calledBack,
        receiver.fold(passed)(passed.lostLike) | heard,
        keys.inOption(called, receiver)
      )
    val (gave, handedOut) = if library.awaits(called.owner, called.name) then effects.awaited(back) else back
    if compares then handedOut.objects.foreach(reentry.asElement(_, surely = true))
    if library.asks(called.owner, called.name) then
      inTypesOf(all).foreach(c => reentry.asElement(AbstractObject.Unknown(c), surely = true))
    if isOfSeveralArguments(called) then
      reentry.handedOver(handedOut.only(isFunction), LibraryCalls.passed(passed)): Unit
    val found = handedOut | fieldsOf(called, all)
    if library.opensResults(called.owner, called.name) then opened(called, found)
    val returned = found | failures
    if fills then
      for case AbstractObject.Made(_, site) <- arguments.flatMap(_.objects) do heap.add(site, returned)
    if !library.discards(called.owner, called.name) && !isEach(called) then
      for case AbstractObject.Made(c, site) <- receiver.toList.flatMap(_.objects) if !library.isFunction(c) do
        heap.add(site, returned)
    val pairs =
      if library.givesPairs(called.owner, called.name) then wrapped(called, contents) else AbstractValue.none
    val inputs =
      if library.yields(called.owner, called.name) && libraryEffects.areFunctions(called, arguments) then
        kept(called, returned)
      else contents | kept(called, returned) | pairs
    // what objects of the application's give may be of any type
    if gave || collections.converts(called) && !returned.isEmpty then
      results.outcome(called, receiver, arguments, inputs, gave = handedOut)
    else if newArrays.isOfElements(called) then
      results.made(called, inputs, results.isNested(called, receiver, arguments, inputs))
    else results.outcome(called, receiver, arguments, inputs, taken(called, all))
  end anything

  /** A function that the library may have made of one that takes its arguments one after another, as
    * `Function.uncurried` does: it calls what that returns.
    */
  private def isOfSeveralArguments(called: MethodName) =
    library.isFunction(called.owner) && library.isCall(called.owner, called.name) &&
      Descriptors.parameters(called.descriptor).sizeIs > 1

  private def isFunction(a: AbstractObject) = kinds.isFunction(a) || (a match
    case AbstractObject.Unknown(c) => library.isFunction(c)
    case _ => false)

  /** What collections in fields hold, as the types of the fields say. */
  private def inTypesOf(all: Vector[AbstractValue]): Set[String] =
    all.flatMap(_.objects).toSet.flatMap: a =>
      a match
        case AbstractObject.Existing(p, _) => types.heldBy(p).toList.flatten
        case AbstractObject.Part(p, _) => types.heldBy(p).toList.flatten
        case _ => Nil

  /** What the code takes out of these: a third party's object it opens only if it is called on that. */
  private def reached(
      called: MethodName,
      receiver: Option[AbstractValue],
      values: Vector[AbstractValue]
  ): Set[AbstractObject] =
    if library.passesElement(called.owner, called.name) then
      val whole = AbstractValue.join(values)
      whole.objects ++ reachability.elements(whole).objects
    else if library.isForeign(called.owner) then reachability.from(values)
    else reachability.from(values, opens = a => receiver.exists(_.objects(a)))

  /** A collection calls a function with each of its elements, and keeps nothing of what comes back. */
  private def isEach(called: MethodName) =
    library.asksOnce(called.owner, called.name) && libraryEffects.isCollection(called.owner)

  /** What the JDK and Scala pass to functions: not the functions among the arguments, nor a collection
    * itself. A collection that the library makes inside of another is passed as the result of [[wrapped]].
    */
  private def passedBy(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ): Set[AbstractObject] =
    val (functions, others) = libraryEffects.functionsAmong(called, arguments)
    if functions.isEmpty then reached(called, receiver, receiver.toVector ++ arguments)
    else if library.passesElement(called.owner, called.name) then
      receiver.fold(Set.empty)(reachability.elements(_).objects) ++ reached(called, None, others)
    else if libraryEffects.isCollection(called.owner) then
      reachability.from(receiver.map(reachability.iterated).toVector ++ others, opens = _ => false)
    else reached(called, receiver, receiver.toVector ++ others)

  /** A lazy val's initialiser takes turns with other threads by a VarHandle of its own. */
  private def isLazyValStorage(called: MethodName) =
    effects.position.exists(p => Conventions.isLazyValStorage(called, p.method))

  /** Objects of the application's among the arguments that are read by reflection, or by Java's
    * serialisation.
    */
  private def opensObjects(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ): Unit =
    def passed = reachability.from(arguments)
    def collections(in: Set[AbstractObject], mode: AccessKind) =
      in.foreach(a => libraryEffects.onArgument(called, AbstractValue.of(a), mode))
    if library.serialises(called.owner, called.name) then
      collections(reentry.serialise(called, receiver, passed), AccessKind.Reads)
    else if library.isThirdParty(called.owner) && !library.shows(called.owner, called.name) then
      val mode = libraryEffects.modeOfArguments(called)
      val opened = reachability.touchFields(passed, mode)
      collections(opened, mode)
      reentry.askSerialised(called, None, opened): Unit

  /** A constructor of a library's class may call methods of the object that is being made, which is of a
    * class of the application's: those that a fact names, or of a third party's class any that it overrides.
    */
  private def constructing(called: MethodName, made: AbstractValue): Unit =
    val methods = repository.superClasses(called.owner).flatMap(library.calledByConstructor).toSet
    made.objects.foreach:
      case a @ AbstractObject.Made(c, _) if library.isUser(c) =>
        reentry.constructing(c, AbstractValue.of(a), m => library.isThirdParty(called.owner) || methods(m))
      case _ => ()

  /** What a method whose result is a collection, or a pair of them, may return as it is: no element. None
    * if it may.
    */
  private def taken(called: MethodName, all: Vector[AbstractValue]): Option[AbstractValue] =
    if collections.gives(called) then Some(AbstractValue.of(all.flatMap(_.objects).toSet))
    else
      Option.when(collections.converts(called) || collections.givesOfJava(called))(AbstractValue.of(
        all.flatMap(_.objects).toSet
      ))

  /** A pair that the handler has made, or the library for it, is asked for its parts: these are all that was
    * put in.
    */
  private def isOwnPair(called: MethodName, receiver: AbstractValue) =
    called.owner == Conventions.Pair && LibraryCalls.parts(
      called.name
    ) && !receiver.isEmpty && receiver.objects.forall:
      case AbstractObject.Made(c, _) => c == Conventions.Pair
      case _ => false

  private def partOf(pairs: AbstractValue): AbstractValue =
    AbstractValue.join(pairs.objects.toList.collect { case AbstractObject.Made(_, site) =>
      heap.elements(site)
    })

  /** Of a collection that existed before what it holds; of others, which may stand for some, whatever can be
    * reached.
    */
  private def elements(
      called: MethodName,
      receiver: Option[AbstractValue],
      held: Set[AbstractObject]
  ): AbstractValue =
    // operations of arrays have the array as their argument
    val existing = receiver.filter(r => !called.owner.endsWith("$") && !r.isEmpty && !r.isFull)
    existing.filter(_.objects.forall(reachability.exists)).fold(AbstractValue.of(held))(reachability.elements)

  /** Collections among these are read to their ends. */
  private def opened(called: MethodName, inside: AbstractValue): Unit =
    libraryEffects.onArgument(called, inside, AccessKind.Reads, takes = true)
    if inside.objects(AbstractValue.anything) then
      fields.anyOf(Conventions.AnyCollection, AccessKind.Reads)
      reentry.handedOver(
        AbstractValue.of(AbstractObject.Unknown(Conventions.AnyCollection)),
        Vector.empty
      ): Unit

  /** What the JVM's own tables hold. */
  private def found(called: MethodName): AbstractValue =
    if !library.finds(called.owner, called.name) then AbstractValue.none
    else
      types.unknown(if library.findsEnums(called.owner) then Conventions.Enumerated
      else Descriptors.AnyObject)

  /** The application's objects that objects of a third party among these hold. */
  private def heldBy(values: Vector[AbstractValue]): AbstractValue =
    AbstractValue.join(values.flatMap(_.objects).collect:
      case AbstractObject.Existing(p, _)
          if p.isStable && snapshot.classes(p).exists(library.isThirdParty(_)) =>
        snapshot.value(p / AccessPath.Step.Held, Descriptors.AnyObject))

  /** Something may wait for it already. */
  private def isWaitedFor(v: AbstractValue) = v.objects.exists:
    case AbstractObject.Made(_, site) => heap.isEscaped(site)
    case _ => true

  /** Objects made of bytes or a text belong to the handler, whatever their class. */
  private def decoded(called: MethodName): AbstractValue =
    val result = Descriptors.className(Descriptors.result(called.descriptor))
    if library.decodes(called.owner, called.name) && !result.exists(library.isThirdParty(_)) then
      LibraryCalls.newObject
    else AbstractValue.none

  /** Whose events never run beside the handler. */
  private def isConfined(receiver: AbstractValue) = !receiver.isEmpty && receiver.objects.forall:
    case AbstractObject.Confined(c) => library.isSupplied(c)
    case _ => false

  /** What functions return, the same call may pass to others: folding, collecting. What an object of the
    * application's returns, such
    * as its iterator, the library takes apart, and what a function returns it may call.
    *
    * @param element
    *   what functions get first, where that is known before the handler runs
    * @return
    *   whether objects of the application's gave something, and all that came back
    */
  private def handOver(
      called: MethodName,
      handed: Vector[AbstractValue],
      contents: AbstractValue,
      element: Option[Key]
  ): (Boolean, AbstractValue) =
    val functions = only(handed, !kinds.isOwn(_))
    var objects = only(handed, kinds.isOwn)
    var returned = AbstractValue.none
    var ofObjects = false
    var held = contents
    var goesOn = true
    while goesOn do
      val gave = if objects.isEmpty then AbstractValue.none else once(called, objects, held, None)
      ofObjects ||= !gave.isEmpty
      val inside = if gave.isEmpty then gave else AbstractValue.of(reachability.from(Vector(gave)))
      val found = if functions.isEmpty then AbstractValue.none else once(called, functions, held, element)
      val used = if library.usesNothing(called.owner, called.name) then gave else gave | found
      val parts = only(Vector(used), a => kinds.isOwn(a) && !objects.exists(_.objects(a)))
      objects = objects ++ parts
      returned = returned | inside | found
      val more = held | inside | passedOn(called, found)
      goesOn = more != held || parts.nonEmpty
      held = more
    (ofObjects, returned)
  end handOver

  /** What library code takes out of objects of case classes, which elsewhere it only compares and shows. */
  private def fieldsOf(called: MethodName, all: Vector[AbstractValue]): AbstractValue =
    if !library.takesFields(called.owner, called.name) then AbstractValue.none
    else
      AbstractValue.join(all.map(v =>
        semantics.virtual(Conventions.productElement, Vector(v, AbstractValue.none))
      ))

  /** The part of the results of functions that is in the result of the call: a function is made of those that
    * went in, and keeps nothing else.
    */
  private def kept(called: MethodName, returned: AbstractValue): AbstractValue =
    Descriptors.className(Descriptors.result(called.descriptor)).filter(library.isFunction) match
      case Some(t) if !returned.isFull =>
        AbstractValue.of(returned.objects.filter {
          case AbstractObject.Unknown(c) => repository.isSubtype(c, t); case _ => true
        })
      case _ => returned

  private def only(values: Vector[AbstractValue], fits: AbstractObject => Boolean): Vector[AbstractValue] =
    values.map(_.only(fits)).filterNot(_.isEmpty)

  /** Unfolding takes it apart before. */
  private def passedOn(called: MethodName, returned: AbstractValue): AbstractValue =
    if library.asksOnce(called.owner, called.name) then AbstractValue.none
    else if library.unfolds(called.owner, called.name) then
      AbstractValue.of(reachability.from(Vector(returned)))
    else AbstractValue.of(returned.objects)

  private def once(
      called: MethodName,
      functions: Vector[AbstractValue],
      held: AbstractValue,
      element: Option[Key]
  ): AbstractValue =
    val any = LibraryCalls.passed(handedOut(called, held | wrapped(called, held)))
    val passed = if element.isEmpty then any else any.updated(0, any.head.known(element))
    // on this thread, under the handler's locks, and on others beside it
    if library.isStream(called.owner) && heap.isParallel then
      effects.detached(functions.foreach(reentry.handedOver(_, passed): Unit))
    AbstractValue.join(functions.map(reentry.handedOver(_, passed)))

  /** Objects of its own types that a third party passes to functions are not shared; their contents may be.
    */
  private def handedOut(called: MethodName, held: AbstractValue): AbstractValue =
    if library.isThirdParty(called.owner) && held.objects(AbstractValue.anything) then
      val own = types.passedBy(called)
      val passed: Set[AbstractObject] =
        own.map(results.ofItsOwn(called, _, held)) + AbstractObject.Passed(own)
      val all = AbstractValue.of(held.objects - AbstractValue.anything ++ passed)
      if all.isFull then AbstractValue.of(passed) else all
    else held

  /** Library code may pass what it holds in a tuple, an entry, a collection or the like, or in several of
    * these inside of each other: one stands for all of them, and so holds itself.
    */
  private def wrapped(called: MethodName, held: AbstractValue): AbstractValue = if held.isEmpty then
    AbstractValue.none
  else
    val site = heap.site(called, LibraryCalls.Wrapper)
    val wrapper = AbstractValue.of(AbstractObject.Made(Conventions.Pair, site))
    heap.add(site, held | wrapper)
    wrapper
end LibraryCalls

private[inference] object LibraryCalls:
  private val newObject = AbstractValue.of(AbstractObject.Confined(Descriptors.AnyObject))

  /** As many arguments as library code passes to what it calls back. */
  private def passed(v: AbstractValue): Vector[AbstractValue] = Vector(v, v, v)

  /** The number of the place where library code wraps what it passes on; no instruction has it. */
  private val Wrapper = -3

  private val parts = Set("_1", "_2")

  /** Reads all variables of the object, whatever its class. */
  private def isClone(m: MethodName) = m.name == "clone" && Descriptors.parameters(m.descriptor).isEmpty
end LibraryCalls
