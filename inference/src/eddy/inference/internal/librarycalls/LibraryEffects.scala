package eddy.inference.internal.librarycalls

import eddy.inference.internal.bytecode.{Conventions, Descriptors, Memo, MethodName, Names}
import eddy.inference.internal.context.{AnalysisState, Location}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, ClosureCode, Objects}
import eddy.inference.internal.values.{FieldAccesses, Reachability}
import eddy.state.AccessKind

/** What a call of code that is not followed reads and changes: its receiver as the facts say, and its
  * arguments.
  */
private[inference] final class LibraryEffects(
    state: AnalysisState,
    fields: FieldAccesses,
    reachability: Reachability
):
  import state.context.{implementations, library, repository}
  import state.{effects, heap, snapshot, types}

  def onReceiver(called: MethodName, receiver: AbstractValue, arguments: Vector[AbstractValue]): Unit =
    receiver.objects.foreach:
      case AbstractObject.Existing(p, _) if p.isStable =>
        val classes = snapshot.beneath(p).map(types.libraryClass)
        val modes =
          classes.filter(c => library.isMutable(c) && !library.isFixed(c)).map(c =>
            if isCursor(c) then modeOfCursor(called) else library.mode(called.owner, called.name, Some(c))
          )
        modes.reduceOption(_.join(_)).foreach(m =>
          effects.effect(Location.At(p, called.owner), through(p, m))
        )
        // an argument that is filled is not kept
        if classes.exists(library.isShareable) && !library.changesArguments(called.owner, called.name) then
          escape(called, arguments)
      case AbstractObject.Existing(p, declared) =>
        val t = if declared == Descriptors.AnyObject then called.owner else inLibrary(declared)
        if library.isMutable(t) then
          effects.effect(Location.At(p, t), modeOfAny(called, t))
      case AbstractObject.Unknown(declared) =>
        val t = if repository.isSubtype(called.owner, declared) then called.owner else inLibrary(declared)
        if library.isMutable(t) && !isWholly(declared, t) then fields.anyOf(t, modeOfAny(called, t))
      case AbstractObject.Part(p, t) =>
        // reading some collections changes them
        val classes = if p.isStable then snapshot.beneath(p).map(types.libraryClass) else Nil
        val writes = classes.exists(library.isChangedBy(_, called.name))
        effects.effect(
          Location.At(p, t),
          if writes then AccessKind.Writes else library.modeOfPart(called.owner, called.name)
        )
      case AbstractObject.Made(_, site) =>
        if library.isMutable(called.owner) && called.name != "<init>" then
          effects.sharedVariable(
            site,
            s"a ${Names.ofClass(called.owner)}",
            modeOfAny(called, called.owner)
          )
        if library.edits(called.owner, called.name) && isCursor(called.owner) then
          heap.elements(site).objects.foreach(changed(called, _))
        // a collection calls the functions that its methods take, and keeps none
        val kept =
          if called.name != "<init>" && isCollection(called.owner) then functionsAmong(called, arguments)(1)
          else arguments
        kept.foreach(heap.add(site, _))
        // nobody else has an object that is being constructed
        if heap.isEscaped(site) && library.isMutable(called.owner) && called.name != "<init>" then
          fields.anyOf(called.owner, modeOfAny(called, called.owner))
      case _ => ()

  /** By an iterator that it has made; some of these are its elements. */
  private def changed(called: MethodName, a: AbstractObject): Unit = a match
    case AbstractObject.Unknown(c) if c != Descriptors.AnyObject =>
      onArgument(called, AbstractValue.of(a), AccessKind.Writes)
    case AbstractObject.Unknown(_) => ()
    case other => onArgument(called, AbstractValue.of(other), AccessKind.Writes)

  private def modeOfAny(called: MethodName, t: String) =
    if isCursor(called.owner) || isCursor(t) then modeOfCursor(called)
    else library.mode(called.owner, called.name, None, reordering = implementations.reordering)

  private def modeOfCursor(called: MethodName) =
    if library.looksOnly(called.name) then AccessKind.Reads else AccessKind.Writes

  /** An iterator, a stream or the like, which moves on when elements are taken. */
  def isCursor(c: String): Boolean = cursor(c)
  private val cursor =
    Memo[String, java.lang.Boolean](c => library.cursors.exists(repository.isSubtype(c, _)))

  /** An iterator of the application's that has no state of a library's: its own is found in its methods. */
  private def isWholly(declared: String, t: String) =
    library.isUser(declared) && isCursor(t) &&
      (library.isBare(t) || repository.runtime(t).exists(_.isInterface))

  /** It is an iterator or the like that was there before, so that taking elements of what is made of it takes
    * them of this.
    */
  def isMovedOn(a: AbstractObject): Boolean = a match
    case AbstractObject.Existing(p, _) if p.isStable =>
      snapshot.beneath(p).exists(c => isCursor(types.libraryClass(c)))
    case AbstractObject.Existing(_, declared) => mayBeCursor(inLibrary(declared))
    case AbstractObject.Unknown(declared) =>
      val t = inLibrary(declared)
      mayBeCursor(t) && !isWholly(declared, t)
    case AbstractObject.Made(c, _) => isCursor(c)
    case AbstractObject.Part(_, c) => isCursor(c)
    case _ => false

  private def mayBeCursor(t: String) =
    isCursor(t) || t == Conventions.AnyCollection || library.operations.contains(t)

  /** A class of the application's is as mutable as the one of the library that it extends, or as the
    * collection that it implements; objects of an interface's may extend one.
    */
  def inLibrary(c: String): String = if library.isLibrary(c) then c else above(c)
  private val above = state.context.index.answers[String, String](c =>
    repository.runtime(c).fold(c): cls =>
      types.libraryClass(cls) match
        case Descriptors.AnyObject =>
          collectionAbove(cls).orElse(extendedBelow(c)).getOrElse(Descriptors.AnyObject)
        case t => t
  )

  private def extendedBelow(c: String): Option[String] =
    implementations.classes(c).flatMap(repository.runtime).map(types.libraryClass).find(library.isMutable)

  private def collectionAbove(cls: Class[?]): Option[String] =
    val (near, others) =
      cls.getInterfaces.toList.partition(i => library.isLibrary(Descriptors.internalName(i)))
    near.map(Descriptors.internalName).find(i =>
      library.isMutable(i) && library.collections.exists(repository.isSubtype(i, _))
    ).orElse((others ++ Option(cls.getSuperclass)).flatMap(collectionAbove).headOption)

  def modeOfArguments(called: MethodName) =
    if library.changesArguments(called.owner, called.name) ||
      library.isThirdParty(called.owner) && !library.inspects(called.owner, called.name) &&
      !library.shows(called.owner, called.name)
    then AccessKind.Writes
    else AccessKind.Reads

  /** The arguments of a call. What takes an iterator as such takes elements of it. */
  def onArguments(called: MethodName, arguments: Vector[AbstractValue]): Unit =
    val mode = modeOfArguments(called)
    for (p, v) <- Descriptors.parameters(called.descriptor).zip(arguments) if !v.isEmpty do
      onArgument(called, v, if isUsedUp(called, p) then AccessKind.Writes else mode, isTaken(p))

  /** The parameter is a stream of bytes, a buffer or the like. Texts take one only to copy it. */
  private def isUsedUp(called: MethodName, descriptor: String) =
    !called.owner.startsWith(Conventions.Text) && Descriptors.className(descriptor).exists(usedUp(_))
  private val usedUp =
    Memo[String, java.lang.Boolean](c => library.changedByUse.exists(repository.isSubtype(c, _)))

  private def isTaken(descriptor: String) = !Descriptors.className(descriptor).contains(Descriptors.AnyObject)

  /** @param takes whether elements are taken out of iterators */
  def onArgument(called: MethodName, v: AbstractValue, mode: AccessKind, takes: Boolean = false): Unit =
    v.objects.foreach:
      case AbstractObject.Part(p, t) => effects.effect(Location.At(p, t), mode)
      case a @ AbstractObject.Existing(p, _) if p.isStable =>
        if isMutable(p) then
          effects.effect(
            Location.At(p, called.owner),
            through(p, if takes && isMovedOn(a) then AccessKind.Writes else mode)
          )
      case a @ AbstractObject.Existing(p, declared) =>
        val t = inLibrary(declared)
        if library.isMutable(t) then
          effects.effect(Location.At(p, t), if takes && isMovedOn(a) then AccessKind.Writes else mode)
      case a @ AbstractObject.Unknown(declared) =>
        val t = inLibrary(declared)
        if library.isMutable(t) then
          if takes && isMovedOn(a) then fields.anyOf(t, AccessKind.Writes)
          else if !isCursor(t) then fields.anyOf(t, mode)
      // others may have it by now; a third party's object of all threads perhaps only since this call
      case AbstractObject.Made(c, site)
          if (takes || mode == AccessKind.Writes) && !library.isThirdParty(called.owner) =>
        val t = if c.startsWith("[") then FieldAccesses.SomeArray else inLibrary(c)
        if library.isMutable(t) && heap.isEscaped(site) then fields.anyOf(t, mode)
      case _ => ()

  /** A collection that is given to code that is not looked into is read there, with what is in it. */
  def reads(called: MethodName, arguments: Vector[AbstractValue]): Unit =
    for (p, v) <- Descriptors.parameters(called.descriptor).zip(arguments) if !v.isEmpty && isRead(p) do
      onArgument(called, v, AccessKind.Reads, takes = true)
      reachability.from(Vector(v)).foreach(a => onArgument(called, AbstractValue.of(a), AccessKind.Reads))

  private def isRead(descriptor: String) = Descriptors.className(descriptor).exists: c =>
    c.startsWith("[") || library.collections.exists(repository.isSubtype(c, _))

  /** A collection or an option of the JDK's or of Scala's. */
  def isCollection(c: String): Boolean = collection(c)
  private val collection = Memo[String, java.lang.Boolean](c =>
    !library.isThirdParty(c) && (library.isOption(c) ||
      (library.operations ++ library.collections).exists(repository.isSubtype(c, _)))
  )

  /** The arguments that a call takes as functions, and the others. A collection that is used as a function is
    * among the others, since it holds what it returns.
    */
  def functionsAmong(
      called: MethodName,
      arguments: Vector[AbstractValue]
  ): (Vector[AbstractValue], Vector[AbstractValue]) =
    val (functions, others) = arguments.zip(Descriptors.parameters(called.descriptor)).partition((v, p) =>
      isFunction(p) && v.objects.forall(isFunction)
    )
    (functions.map(_(0)), others.map(_(0)))

  /** All that the call takes as functions are functions, and no collections. */
  def areFunctions(called: MethodName, arguments: Vector[AbstractValue]): Boolean =
    arguments.zip(Descriptors.parameters(called.descriptor)).forall((v, p) =>
      !isFunction(p) || v.objects.forall(isFunction)
    )

  private def isFunction(descriptor: String): Boolean =
    Descriptors.className(descriptor).exists(library.isFunction)

  private def isFunction(a: AbstractObject): Boolean = a match
    case AbstractObject.Closure(_, _, _) => true
    case AbstractObject.Existing(p, _) if p.isStable =>
      snapshot.objects(p).forall(o => ClosureCode.isClosure(o.getClass))
    case AbstractObject.Confined(c) => library.isFunction(c)
    case _ => false

  private def through(p: AccessPath, mode: AccessKind) = if onlyReads(p) then AccessKind.Reads else mode

  def onlyReads(p: AccessPath) = snapshot.changeable(p).forall(Objects.onlyReads)

  def isMutable(p: AccessPath) = snapshot.beneath(p).exists(c => library.isMutable(types.libraryClass(c)))

  private def keepsArguments(called: MethodName) = !library.inspects(called.owner, called.name) &&
    !library.shows(called.owner, called.name) && !library.decodes(called.owner, called.name)

  /** Other threads may get the arguments from the object whose method is called; but not objects of a
    * library, which guard themselves, nor the array that the compiler makes for a variable number of
    * arguments.
    */
  def escape(called: MethodName, arguments: Vector[AbstractValue]): Unit =
    val many = types.hasVarArgs(called)
    if keepsArguments(called) then
      arguments.foreach(heap.escape(_, c => library.isThirdParty(c) || many && c.startsWith("[")))
end LibraryEffects
