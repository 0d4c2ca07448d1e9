package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.heap.{Atom, Key, Objects, Path, Value}
import eddy.inference.internal.library.{LibraryModel, NewArrays}
import eddy.state.Mode

/** Calls of code that is modelled, not followed. It may call back all that is handed to it, change its
  * receiver as the model says, and return any of what went in.
  */
private[inference] final class LibraryCalls(
    state: AnalysisState,
    keys: Keys,
    kinds: ObjectKinds,
    fields: FieldAccesses,
    reachability: Reachability,
    callbacks: Callbacks,
    handovers: Handovers,
    registrations: Registrations,
    semantics: Semantics
):
  import state.world.{collections, implementations, library, repository}
  import state.{concrete, findings, heap, siteOf, types}

  def result(called: MethodName, receiver: Option[Value], arguments: Vector[Value]): Value =
    val all = receiver.toVector ++ arguments
    if library.isIrrevocable(called.owner, called.name) && !isLazyValStorage(called) then
      findings.cannotBeUndone(s"$called is called")
    if library.completes(called.owner, called.name) && receiver.exists(isWaitedFor) then
      receiver.foreach(callbacks.waiting(called.owner, _, LibraryCalls.passed(Value.join(all))))
    if library.orders(called.owner, called.name) then callbacks.naturalOrder()
    if LibraryCalls.isNothing(called) then Value.none
    else if isLazyValStorage(called) then Value.none
    else if receiver.exists(isOwnPair(called, _)) then partOf(receiver.get)
    else if NewArrays.isCopy(called) then copy(called, all.head)
    else if NewArrays.holdsArguments(called) then
      Descriptors.className(Descriptors.result(called.descriptor))
        .fold(Value.none)(fresh(
          called,
          _,
          fields.loadElement(arguments.head, NewArrays.copiesReferences(called))
        ))
    else if library.isReflective(called.owner, called.name) then
      state.unknown(called, s"reflection: $called reaches what nobody can know")
    else if library.spawns(called.owner, called.name) || LibraryCalls.isParallel(called, arguments) then
      spawn(called, all)
    else if library.sequences(called.owner, called.name) then handovers.toUnit(called, all)
    else if library.registers(called.owner, called.name) then registrations.beside(called, all)
    else if all.forall(_.isEmpty) then outcome(called, receiver, arguments, found(called) | decoded(called))
    else
      receiver.foreach(onReceiver(called, _, arguments))
      val fills = library.changesArguments(called.owner, called.name)
      // what is filled is not kept
      if library.isShareable(called.owner) && !fills && !receiver.exists(isConfined) then
        escape(called, arguments)
      arguments.foreach(onArgument(called, _, modeOfArguments(called)))
      val held =
        if LibraryCalls.takesElement(called) then
          val whole = Value.join(all)
          whole.atoms ++ reachability.elements(whole).atoms
        else reachability.from(all)
      if LibraryCalls.opensElements(called) then opened(called, elements(called, receiver, held))
      val contents = Value.of(held) | decoded(called) | heldBy(all)
      if fills then
        for case Atom.Made(_, site) <- arguments.flatMap(_.atoms) do
          heap.add(site, except(site, contents))
      val inside = held -- all.flatMap(_.atoms)
      val deep = if library.isDecorator(called.owner) then Mode.Writes else modeOfArguments(called)
      inside.foreach(a => onArgument(called, Value.of(a), deep))
      opensObjects(called, receiver, arguments)
      val compares = LibraryCalls.compares(called)
      inside.foreach(callbacks.asElement(_, compares))
      val calledBack =
        if library.isClosed(called.owner, called.name) then Vector.empty
        else if called.name == "<init>" then
          receiver.foreach(constructing(called, _))
          arguments
        else if !compares then all
        else
          val nested = inside.filter(kinds.isCollection)
          if nested.isEmpty then all else all :+ Value.of(nested)
      val (gave, handedOut) = handOver(called, calledBack, contents, keys.inOption(called, receiver))
      val found = handedOut | fieldsOf(called, all)
      if LibraryCalls.opensResults(called) then opened(called, found)
      val returned = if library.catches(called.owner, called.name) then found | callbacks.thrown else found
      if fills then
        for case Atom.Made(_, site) <- arguments.flatMap(_.atoms) do heap.add(site, returned)
      if !LibraryCalls.discards(called.name) then
        for case Atom.Made(c, site) <- receiver.toList.flatMap(_.atoms) if !library.isFunction(c) do
          heap.add(site, returned)
      val pairs = if LibraryCalls.pairs(called) then wrapped(called, contents) else Value.none
      val inputs = contents | kept(called, returned) | pairs
      // what objects of the application's give may be of any type
      if gave then outcome(called, receiver, arguments, inputs)
      else if LibraryCalls.isNewArray(called) then made(called, inputs)
      else outcome(called, receiver, arguments, inputs, taken(called, all))
    end if
  end result

  /** Objects of the application's among the arguments that are read by reflection, or by Java's
    * serialisation.
    */
  private def opensObjects(called: MethodName, receiver: Option[Value], arguments: Vector[Value]): Unit =
    def passed = reachability.from(arguments)
    def collections(in: Set[Atom], mode: Mode) = in.foreach(a => onArgument(called, Value.of(a), mode))
    if library.serialises(called.owner, called.name) then
      collections(callbacks.serialise(called, receiver, passed), Mode.Reads)
    else if library.isThirdParty(called.owner) && !library.shows(called.owner, called.name) then
      val mode = modeOfArguments(called)
      val opened = reachability.touchFields(passed, mode)
      collections(opened, mode)
      callbacks.askSerialised(called, None, opened): Unit

  /** A constructor of a library's class may call methods of the object that is being made, which is of a
    * class of the application's: those that a fact names, or of a third party's class any that it overrides.
    */
  private def constructing(called: MethodName, made: Value): Unit =
    val methods = repository.superClasses(called.owner).flatMap(library.calledByConstructor).toSet
    made.atoms.foreach:
      case a @ Atom.Made(c, _) if library.isUser(c) =>
        callbacks.constructing(c, Value.of(a), m => library.isThirdParty(called.owner) || methods(m))
      case _ => ()

  /** What a method that gives a collection, or a pair of them, may give as it is: none of the elements. None
    * if it may.
    */
  private def taken(called: MethodName, all: Vector[Value]): Option[Value] =
    Option.when(collections.gives(called))(Value.of(all.flatMap(_.atoms).toSet))

  /** A pair that the callback has made, or the library for it, is asked for its parts: these are all that was
    * put in.
    */
  private def isOwnPair(called: MethodName, receiver: Value) =
    called.owner == LibraryCalls.Pair && LibraryCalls.parts(
      called.name
    ) && !receiver.isEmpty && receiver.atoms.forall:
      case Atom.Made(c, _) => c == LibraryCalls.Pair
      case _ => false

  private def partOf(pairs: Value): Value =
    Value.join(pairs.atoms.toList.collect { case Atom.Made(_, site) => heap.elements(site) })

  /** Of a collection that existed before what it holds; of others, which may stand for some, whatever can be
    * reached.
    */
  private def elements(called: MethodName, receiver: Option[Value], held: Set[Atom]): Value =
    // operations of arrays have the array as their argument
    val existing = receiver.filter(r => !called.owner.endsWith("$") && !r.isEmpty && !r.isFull)
    existing.filter(_.atoms.forall(reachability.exists)).fold(Value.of(held))(reachability.elements)

  /** Collections among these are read to their ends. */
  private def opened(called: MethodName, inside: Value): Unit =
    onArgument(called, inside, Mode.Reads)
    if inside.atoms(Value.anything) then
      fields.anyOf(LibraryCalls.AnyCollection, Mode.Reads)
      val _ = callbacks.handedOver(Value.of(Atom.Unknown(LibraryCalls.AnyCollection)), Vector.empty)

  /** What the JVM's own tables hold. */
  private def found(called: MethodName): Value =
    if !library.finds(called.owner, called.name) then Value.none
    else types.unknown(if called.owner.contains("/Enum") then "java/lang/Enum" else Descriptors.AnyObject)

  /** The application's objects that objects of a third party among these hold. */
  private def heldBy(values: Vector[Value]): Value = Value.join(values.flatMap(_.atoms).collect:
    case Atom.Existing(p, _) if p.isStable && concrete.classes(p).exists(library.isThirdParty(_)) =>
      concrete.value(p / Path.Step.Held, Descriptors.AnyObject))

  /** Something may wait for it already. */
  private def isWaitedFor(v: Value) = v.atoms.exists:
    case Atom.Made(_, site) => heap.isEscaped(site)
    case _ => true

  /** What is made of bytes or a text belongs to the callback, whatever its class. */
  private def decoded(called: MethodName): Value =
    val result = Descriptors.className(Descriptors.result(called.descriptor))
    if library.decodes(called.owner, called.name) && !result.exists(library.isThirdParty(_)) then
      LibraryCalls.newObject
    else Value.none

  /** Whose events never run beside the callback. */
  private def isConfined(receiver: Value) = !receiver.isEmpty && receiver.atoms.forall:
    case Atom.Confined(c) => library.isSupplied(c)
    case _ => false

  /** What functions return, the same call may pass to others: folding, collecting. What an object of the application's returns, such
    * as its iterator, the library takes apart, and what a function returns it may call.
    *
    * @param element
    *   what functions get first, where that is known before the callback runs
    * @return
    *   whether objects of the application's gave something, and all that came back
    */
  private def handOver(
      called: MethodName,
      handed: Vector[Value],
      contents: Value,
      element: Option[Key]
  ): (Boolean, Value) =
    val functions = only(handed, !kinds.isOwn(_))
    var objects = only(handed, kinds.isOwn)
    var returned = Value.none
    var ofObjects = false
    var held = contents
    var goesOn = true
    while goesOn do
      val gave = if objects.isEmpty then Value.none else once(called, objects, held, None)
      ofObjects ||= !gave.isEmpty
      val inside = if gave.isEmpty then gave else Value.of(reachability.from(Vector(gave)))
      val found = if functions.isEmpty then Value.none else once(called, functions, held, element)
      val used = if LibraryCalls.usesNothing(called.name) then gave else gave | found
      val parts = only(Vector(used), a => kinds.isOwn(a) && !objects.exists(_.atoms(a)))
      objects = objects ++ parts
      returned = returned | inside | found
      val more = held | inside | passedOn(called, found)
      goesOn = more != held || parts.nonEmpty
      held = more
    (ofObjects, returned)
  end handOver

  /** What library code takes out of objects of case classes, which elsewhere it only compares and shows. */
  private def fieldsOf(called: MethodName, all: Vector[Value]): Value =
    if !LibraryCalls.takesFields(called.name) then Value.none
    else Value.join(all.map(v => semantics.virtual(LibraryCalls.productElement, Vector(v, Value.none))))

  /** What is in the result of what functions return: a function is made of those that went in, and keeps
    * nothing else.
    */
  private def kept(called: MethodName, returned: Value): Value =
    Descriptors.className(Descriptors.result(called.descriptor)).filter(library.isFunction) match
      case Some(t) if !returned.isFull =>
        Value.of(returned.atoms.filter { case Atom.Unknown(c) => repository.isSubtype(c, t); case _ => true })
      case _ => returned

  private def only(values: Vector[Value], fits: Atom => Boolean): Vector[Value] =
    values.map(_.only(fits)).filterNot(_.isEmpty)

  /** Unfolding takes it apart before. */
  private def passedOn(called: MethodName, returned: Value): Value =
    if LibraryCalls.asksOnce(called.name) then Value.none
    else if called.name == "unfold" then Value.of(reachability.from(Vector(returned)))
    else Value.of(returned.atoms)

  private def once(called: MethodName, functions: Vector[Value], held: Value, element: Option[Key]): Value =
    val any = LibraryCalls.passed(handedOut(called, held | wrapped(called, held)))
    val passed = if element.isEmpty then any else any.updated(0, any.head.known(element))
    // on this thread, under the callback's locks, and on others beside it
    if LibraryCalls.isOfStream(called) && heap.isParallel then
      findings.detached(functions.foreach(callbacks.handedOver(_, passed): Unit))
    Value.join(functions.map(callbacks.handedOver(_, passed)))

  /** Objects of its own types that a third party passes to functions are not shared. */
  private def handedOut(called: MethodName, held: Value): Value =
    if library.isThirdParty(called.owner) && held.atoms(Value.anything) && !held.isFull then
      Value.of(held.atoms - Value.anything + Atom.Passed(types.passedBy(called)))
    else held

  /** Library code may pass what it holds in a tuple, an entry or the like. */
  private def wrapped(called: MethodName, held: Value): Value = if held.isEmpty then Value.none
  else
    val site = heap.site(called, LibraryCalls.Wrapper)
    heap.add(site, held)
    Value.of(Atom.Made("scala/Tuple2", site))

  /** A lazy val's initialiser takes turns with other threads by a VarHandle of its own. */
  private def isLazyValStorage(called: MethodName) =
    called.owner == "java/lang/invoke/VarHandle" && findings.position.exists(
      _.method.name.contains("$lzyINIT")
    )

  private def spawn(called: MethodName, all: Vector[Value]): Value =
    findings.cannotBeUndone(s"$called starts something")
    // it waits for its threads: what these change of the arguments, the handler changes
    if library.changesArguments(called.owner, called.name) then
      all.foreach(onArgument(called, _, Mode.Writes))
    if LibraryCalls.makesParallel(called) then heap.goParallel()
    all.foreach(heap.escape(_, library.isThirdParty(_)))
    val reached = reachability.from(all)
    val held = Value.of(reached + Value.anything)
    // tasks in a list, too
    def look() =
      Value.join(reached.toList.map(a => callbacks.handedOver(Value.of(a), LibraryCalls.passed(held))))
    val returned = findings.detached(look())
    // a future that is complete runs it at once, before it returns
    val here = LibraryCalls.isOnTheSpot(called) || all.exists(runsOnTheSpot)
    if here then look(): Unit
    // a call that waits for it gets the results of the functions, and calls none of them
    val rest = if here then Value.join(all) else Value.join(all.map(_.only(!isTask(_))))
    Descriptors.className(
      Descriptors.result(called.descriptor)
    ).fold(types.blank(Descriptors.result(called.descriptor))): c =>
      val made = if library.isThirdParty(c) then fresh(called, c, returned) else types.unknown(c)
      Value.of(rest.atoms) | made
  end spawn

  /** Runs on another thread only, or has others run there. */
  private def isTask(a: Atom): Boolean = kinds.isFunction(a) || (a match
    case Atom.Existing(p, _) if p.isStable =>
      concrete.classes(p).exists(c => isExecutor(Descriptors.internalName(c)))
    case Atom.Existing(_, declared) => isExecutor(declared)
    case _ => false)

  /** It may run what it is given on the thread that hands it over. */
  private def runsOnTheSpot(executor: Value): Boolean = executor.atoms.exists:
    case Atom.Existing(p, _) if p.isStable =>
      concrete.classes(p).exists(c => isOnTheSpot(Descriptors.internalName(c)))
    case Atom.Existing(_, c) => mayBeOnTheSpot(c)
    case Atom.Unknown(c) => mayBeOnTheSpot(c)
    case Atom.Made(c, _) => isOnTheSpot(c)
    case Atom.Closure(_, interfaces, _) => interfaces.exists(isExecutor)
    case _ => false
  private def isOnTheSpot(c: String) = isExecutor(c) && (c == LibraryModel.OnTheSpot || library.isUser(c))
  private def mayBeOnTheSpot(t: String) = isExecutor(t) && (repository.isSubtype(LibraryModel.OnTheSpot, t) ||
    implementations.classes(t).nonEmpty || implementations.closuresBelow(t).nonEmpty)
  private def isExecutor(c: String) = Conventions.executors.exists(repository.isSubtype(c, _))

  private def onReceiver(called: MethodName, receiver: Value, arguments: Vector[Value]): Unit =
    receiver.atoms.foreach:
      case Atom.Existing(p, _) if p.isStable =>
        val classes = concrete.beneath(p).map(types.libraryClass)
        val modes =
          classes.filter(c => library.isMutable(c) && !library.isFixed(c)).map(c =>
            library.mode(called.owner, called.name, Some(c))
          )
        modes.reduceOption(_.join(_)).foreach(m => findings.effect(Place.At(p, called.owner), through(p, m)))
        if classes.exists(library.isShareable) then escape(called, arguments)
      case Atom.Existing(p, declared) =>
        val t = if declared == Descriptors.AnyObject then called.owner else inLibrary(declared)
        if library.isMutable(t) then
          findings.effect(Place.At(p, t), modeOfAny(called))
      case Atom.Unknown(declared) =>
        val t = if repository.isSubtype(called.owner, declared) then called.owner else inLibrary(declared)
        // whose iterator it is was read when it gave that
        if library.isMutable(t) && (!t.endsWith("Iterator") || LibraryCalls.throughIterator(called.name)) then
          fields.anyOf(t, modeOfAny(called))
      case Atom.Part(p, t) =>
        // reading some collections changes them
        val classes = if p.isStable then concrete.beneath(p).map(types.libraryClass) else Nil
        val writes = classes.exists(library.isChangedBy(_, called.name))
        findings.effect(
          Place.At(p, t),
          if writes then Mode.Writes else library.modeOfPart(called.owner, called.name)
        )
      case Atom.Made(_, site) =>
        arguments.foreach(heap.add(site, _))
        // what is being constructed nobody has yet
        if heap.isEscaped(site) && library.isMutable(called.owner) && called.name != "<init>" then
          fields.anyOf(called.owner, modeOfAny(called))
      case _ => ()

  private def modeOfAny(called: MethodName) =
    library.mode(called.owner, called.name, None, reordering = implementations.reordering)

  /** A class of the application's is as mutable as the one of the library that it extends. */
  private def inLibrary(c: String) =
    if library.isLibrary(c) then c else repository.runtime(c).fold(c)(types.libraryClass)

  private def modeOfArguments(called: MethodName) =
    if library.changesArguments(called.owner, called.name) ||
      library.isThirdParty(called.owner) && !library.inspects(called.owner, called.name) &&
      !library.shows(called.owner, called.name)
    then Mode.Writes
    else Mode.Reads

  private def onArgument(called: MethodName, v: Value, mode: Mode): Unit =
    v.atoms.foreach:
      case Atom.Part(p, t) => findings.effect(Place.At(p, t), mode)
      case Atom.Existing(p, _) if p.isStable =>
        if isMutable(p) then findings.effect(Place.At(p, called.owner), through(p, mode))
      case Atom.Existing(p, declared) =>
        if library.isMutable(declared) then findings.effect(Place.At(p, declared), mode)
      case Atom.Unknown(t) => if library.isMutable(t) && !t.endsWith("Iterator") then fields.anyOf(t, mode)
      case _ => ()

  /** A collection that is given to code that is not looked into is read there, with what is in it. */
  def reads(called: MethodName, arguments: Vector[Value]): Unit =
    for (p, v) <- Descriptors.parameters(called.descriptor).zip(arguments) if !v.isEmpty && isCollection(p) do
      reachability.from(Vector(v)).foreach(a => onArgument(called, Value.of(a), Mode.Reads))

  private def isCollection(descriptor: String) = Descriptors.className(descriptor).exists: c =>
    c.startsWith("[") || LibraryCalls.collections.exists(repository.isSubtype(c, _))

  private def through(p: Path, mode: Mode) = if onlyReads(p) then Mode.Reads else mode
  private def onlyReads(p: Path) = concrete.changeable(p).forall(Objects.onlyReads)

  private def isMutable(p: Path) = concrete.beneath(p).exists(c => library.isMutable(types.libraryClass(c)))

  /** An array with the elements of another. */
  private def copy(called: MethodName, source: Value): Value =
    made(called, fields.loadElement(source, NewArrays.copiesReferences(called)))

  /** An array, which belongs to the callback. */
  private def made(called: MethodName, elements: Value): Value =
    val array = new Atom.Made(NewArrays.AnyArray, siteOf(called))
    heap.add(array.site, except(array.site, elements))
    if NewArrays.isNested(called) then heap.add(array.site, Value.of(array))
    Value.of(array)

  private def outcome(
      called: MethodName,
      receiver: Option[Value],
      arguments: Vector[Value],
      inputs: Value,
      whole: Option[Value] = None
  ): Value =
    val descriptor = Descriptors.result(called.descriptor)
    if NewArrays.mayBe(called) then made(called, inputs) | inputs
    else if library.lends(called.owner, called.name) then
      Descriptors.className(descriptor).fold(types.blank(descriptor))(fresh(called, _, Value.none))
    else
      Descriptors.className(descriptor).filterNot(types.isImmutable) match
        case None => types.blank(descriptor)
        case Some(t) =>
          val givesArray = NewArrays.isBeneath(called)
          // views, iterators, builders and wrappers that a mutable object hands out belong to it
          val parts: Set[Atom] =
            if givesArray then
              (receiver.toVector ++ arguments).flatMap(_.atoms).collect { case Atom.Existing(p, _) =>
                Atom.Part(p, NewArrays.AnyArray)
              }.toSet
            else if !library.isMutable(t) && !t.endsWith("Iterator") then Set.empty
            else
              (receiver.toVector ++ arguments).flatMap(_.atoms).collect {
                case Atom.Existing(p, _)
                    if p.isStable && isMutable(p) && (t.endsWith("Iterator") || !onlyReads(p)) =>
                  Atom.Part(p, t)
                case Atom.Existing(p, d) if !p.isStable && library.isMutable(d) => Atom.Part(p, t)
                case Atom.Part(p, _) => Atom.Part(p, t)
              }.toSet
          val contents =
            if parts.isEmpty || inputs.isFull then inputs
            else Value.of(inputs.atoms.filter(_ != Value.anything))
          val rest =
            // a library's objects are not shared but for those that went in
            if library.isThirdParty(t) || library.decodes(called.owner, called.name) ||
              library.isThirdParty(called.owner) && types.givesOwn(called)
            then contents.only(isKnown)
            else if makesFunction(called, t) then contents.only(isKnown) | Value.of(Atom.Confined(t))
            else contents
          val isNew = parts.isEmpty && (t != Descriptors.AnyObject || whole.nonEmpty || mayBeNew(
            called,
            receiver,
            arguments
          ))
          val pairs = t == LibraryCalls.Pair && whole.nonEmpty
          val made =
            if pairs then pair(called, whole.get, rest)
            else if isNew then fresh(called, t, contents) else Value.none
          val taken =
            if pairs then Value.none
            else whole.fold(types.narrow(rest, t, concrete))(asItIs(_, t))
          Value.of(parts) | (if LibraryCalls.givesIterator(called) then ofLibrary(taken) else taken) | made
    end if
  end outcome

  /** It calls the functions that went in, or code of the library. */
  private def makesFunction(called: MethodName, t: String) =
    library.isThirdParty(called.owner) && library.isFunction(t)

  private def isKnown(a: Atom) = a match
    case Atom.Unknown(_) => false
    case _ => true

  private def keepsArguments(called: MethodName) = !library.inspects(called.owner, called.name) &&
    !library.shows(called.owner, called.name) && !library.decodes(called.owner, called.name)

  /** Other threads may get the arguments from the object whose method is called; but not objects of a
    * library, which guard themselves, nor the array that the compiler makes for a variable number of
    * arguments.
    */
  private def escape(called: MethodName, arguments: Vector[Value]): Unit =
    val many = types.hasVarArgs(called)
    if keepsArguments(called) then
      arguments.foreach(heap.escape(_, c => library.isThirdParty(c) || many && c.startsWith("[")))

  /** A collection that is given as it is, or by which the result stands for it. */
  private def asItIs(whole: Value, t: String): Value =
    val fit = types.narrow(whole.only(mayBeGiven(_, t)), t, concrete)
    if library.isMutable(t) && whole.atoms.exists(isOfOthers) then fit | types.unknown(t) else fit

  /** What can change, and a view, is no collection that cannot, unless the application has such a class. */
  private def mayBeGiven(a: Atom, t: String) = a match
    case Atom.Unknown(c) => !isFixed(c) || !LibraryCalls.neverFixed.exists(repository.isSubtype(t, _)) ||
      implementations.classes(t).nonEmpty
    case _ => true
  private def isFixed(c: String) = c.startsWith("scala/collection/immutable/")

  /** It can change, and others may have it: what stands for it changes it, too. */
  private def isOfOthers(a: Atom) = a match
    case Atom.Unknown(c) => c == Descriptors.AnyObject || library.isMutable(inLibrary(c))
    case Atom.Existing(p, d) => !p.isStable && library.isMutable(inLibrary(d))
    case Atom.Made(_, site) => heap.isEscaped(site)
    case _ => false

  /** Two collections, each of these or new, with what went in. */
  private def pair(called: MethodName, whole: Value, inputs: Value): Value =
    val pair = siteOf(called)
    val position = findings.position
    val part = position.fold(heap.site(called, LibraryCalls.Part))(p =>
      heap.site(p.method, LibraryCalls.Part - p.instruction)
    )
    heap.add(part, except(part, inputs))
    heap.add(pair, whole | Value.of(Atom.Made(Descriptors.AnyObject, part)))
    Value.of(Atom.Made(LibraryCalls.Pair, pair))

  /** Which iterator it is nobody knows, but that it is not one of the elements: those of the application's
    * own collections are what their methods give.
    */
  private def ofLibrary(iterator: Value): Value =
    if !iterator.atoms(LibraryCalls.anyIterator) then iterator
    else Value.of(iterator.atoms - LibraryCalls.anyIterator + LibraryCalls.libraryIterator)

  /** A result of any type may be a new collection of what was put in. What a callback's own object gives,
    * that holds too.
    */
  private def mayBeNew(called: MethodName, receiver: Option[Value], arguments: Vector[Value]): Boolean =
    def isMade(a: Atom) = a match
      case Atom.Made(_, _) => true
      case _ => false
    // an empty one of a factory, too
    (arguments.exists(!_.isEmpty) || called.owner.endsWith("$")) &&
    !receiver.exists(v => !v.isEmpty && v.atoms.forall(isMade))

  /** Any other result is new, and holds what went in. */
  private def fresh(called: MethodName, t: String, inputs: Value): Value =
    if !library.isLibrary(t) then Value.none
    else
      val site = siteOf(called)
      heap.add(site, except(site, inputs))
      if inputs.isEmpty && !library.isMutable(t) && !library.isShareable(t) && t != Descriptors.AnyObject then
        Value.none
      else Value.of(Atom.Made(t, site))

  /** A collection that cannot change, with anything in it. */
  def ofSnapshot(called: MethodName): Value =
    fresh(called, "scala/collection/Iterable", Value.of(Value.anything))

  private def except(site: Int, v: Value): Value =
    Value.of(v.atoms.filter { case Atom.Made(_, s) => s != site; case _ => true })
end LibraryCalls

private[inference] object LibraryCalls:
  private val newObject = Value.of(Atom.Confined(Descriptors.AnyObject))

  /** As many arguments as library code passes to what it calls back. */
  private def passed(v: Value): Vector[Value] = Vector(v, v, v)

  /** The number of the place where library code wraps what it passes on; no instruction has it. */
  private val Wrapper = -3

  /** From here on downwards: the parts of the pair that an instruction gives. */
  private val Part = -4

  private val Pair = "scala/Tuple2"
  private val parts = Set("_1", "_2")
  private val neverFixed = List(
    "scala/collection/mutable/Iterable",
    "scala/collection/View",
    "scala/collection/Iterator",
    "scala/collection/WithFilter"
  )
  private val AnyCollection = "scala/collection/IterableOnce"

  private def isOfCollection(m: MethodName) = m.owner.startsWith("scala/collection/")

  /** Goes through collections that are elements. */
  private def opensElements(m: MethodName) =
    isOfCollection(m) && (m.name == "flatten" || m.name == "transpose")

  /** Elements of what it gives are pairs of those that there were. */
  private def pairs(m: MethodName) = isOfCollection(m) && m.name.startsWith("zip")

  /** Goes through collections that functions return. */
  private def opensResults(m: MethodName) = isOfCollection(m) && (m.name == "flatMap" || opensElements(m))

  /** Elements are copied to it. */
  private def isNewArray(m: MethodName) =
    isOfCollection(m) && m.name == "toArray" && m.descriptor == "(Lscala/reflect/ClassTag;)Ljava/lang/Object;"

  /** What their functions return is dropped, or says yes or no. */
  private val discards =
    Set("foreach", "forEach", "filter", "filterNot", "withFilter", "exists", "forall", "find", "count")

  /** Of an option: does nothing with what is in it but passing it on. */
  private def takesElement(m: MethodName) =
    (m.owner == "scala/Option" || m.owner == "scala/Some") && ofOption(m.name)
  private val ofOption =
    discards ++ Set(
      "map",
      "flatMap",
      "fold",
      "get",
      "value",
      "getOrElse",
      "orElse",
      "isEmpty",
      "nonEmpty",
      "isDefined"
    )

  /** Whether it may compare or show the elements of what it is given. */
  private def compares(m: MethodName) = !ignoring(m.name) || m.name == "apply" && m.owner.endsWith("$")
  private val ignoring = discards ++ Set(
    "map",
    "flatMap",
    "fold",
    "foldLeft",
    "get",
    "getOrElse",
    "apply",
    "iterator",
    "next",
    "hasNext",
    "isEmpty",
    "nonEmpty",
    "size"
  )

  /** What their functions return they do not look into. */
  private val usesNothing = discards + "map"

  /** They call their function with what was there before, and nothing else. */
  private val asksOnce = discards ++ Set("map", "flatMap", "tupled")

  private def isOnTheSpot(m: MethodName) =
    (m.owner == "java/util/concurrent/CompletableFuture" || m.owner == "java/util/concurrent/CompletionStage") &&
      !m.name.endsWith("Async")

  private val anyIterator: Atom = Atom.Unknown("java/util/Iterator")

  /** Its type is not open: calls of it are not followed into the application's iterators. */
  private val libraryIterator: Atom = Atom.Unknown("java/util/ListIterator")
  private def givesIterator(m: MethodName) = m.descriptor == "()Ljava/util/Iterator;"

  /** Changes what is iterated. */
  private val throughIterator = Set("remove", "set", "add")

  private val collections =
    List("scala/collection/IterableOnce", "java/lang/Iterable", "java/util/Map", "java/nio/Buffer")
  private val StreamSupport = "java/util/stream/StreamSupport"

  private val takesFields =
    Set("productIterator", "productIterator$", "typedProductIterator", "fromProduct", "fromProductTyped")
  private val productElement = MethodName("scala/Product", "productElement", "(I)Ljava/lang/Object;")

  private def isOfStream(m: MethodName) = m.owner.startsWith("java/util/stream/")

  /** With a threshold from which on it uses several threads, or a flag that is not surely false. */
  private def isParallel(m: MethodName, arguments: Vector[Value]) =
    m.owner == "java/util/concurrent/ConcurrentHashMap" && m.descriptor.startsWith("(J") ||
      m.owner == StreamSupport && !arguments.last.key.contains(Key.Constant(Integer.valueOf(0)))

  private def makesParallel(m: MethodName) =
    m.name == "parallelStream" || isOfStream(m) && m.name == "parallel" || m.owner == StreamSupport

  private def isNothing(m: MethodName) = m.owner == Descriptors.AnyObject && nothing(m.name)
  private val nothing = Set("<init>", "getClass", "notify", "notifyAll", "wait")
end LibraryCalls
