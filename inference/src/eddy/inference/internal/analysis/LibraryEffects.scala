package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.{Descriptors, Memo, MethodName, Names}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, ClosureCode, Objects}
import eddy.state.AccessKind

/** What a call of code that is not followed reads and changes: its receiver as the facts say, and its
  * arguments.
  */
private[inference] final class LibraryEffects(
    state: AnalysisState,
    fields: FieldAccesses,
    reachability: Reachability
):
  import state.world.{implementations, library, repository}
  import state.{concrete, findings, heap, types}

  def onReceiver(called: MethodName, receiver: AbstractValue, arguments: Vector[AbstractValue]): Unit =
    receiver.atoms.foreach:
      case AbstractObject.Existing(p, _) if p.isStable =>
        val classes = concrete.beneath(p).map(types.libraryClass)
        val modes =
          classes.filter(c => library.isMutable(c) && !library.isFixed(c)).map(c =>
            library.mode(called.owner, called.name, Some(c))
          )
        modes.reduceOption(_.join(_)).foreach(m =>
          findings.effect(Location.At(p, called.owner), through(p, m))
        )
        if classes.exists(library.isShareable) then escape(called, arguments)
      case AbstractObject.Existing(p, declared) =>
        val t = if declared == Descriptors.AnyObject then called.owner else inLibrary(declared)
        if library.isMutable(t) then
          findings.effect(Location.At(p, t), modeOfAny(called))
      case AbstractObject.Unknown(declared) =>
        val t = if repository.isSubtype(called.owner, declared) then called.owner else inLibrary(declared)
        // whose iterator it is was read when it gave that
        if library.isMutable(t) && (!t.endsWith("Iterator") || LibraryEffects.throughIterator(called.name))
        then
          fields.anyOf(t, modeOfAny(called))
      case AbstractObject.Part(p, t) =>
        // reading some collections changes them
        val classes = if p.isStable then concrete.beneath(p).map(types.libraryClass) else Nil
        val writes = classes.exists(library.isChangedBy(_, called.name))
        findings.effect(
          Location.At(p, t),
          if writes then AccessKind.Writes else library.modeOfPart(called.owner, called.name)
        )
      case AbstractObject.Made(_, site) =>
        if library.isMutable(called.owner) && called.name != "<init>" then
          findings.sharedVariable(site, s"a ${Names.ofClass(called.owner)}", modeOfAny(called))
        // a collection calls the functions that its methods take, and keeps none
        val kept =
          if called.name != "<init>" && isCollection(called.owner) then functionsAmong(called, arguments)(1)
          else arguments
        kept.foreach(heap.add(site, _))
        // nobody else has an object that is being constructed
        if heap.isEscaped(site) && library.isMutable(called.owner) && called.name != "<init>" then
          fields.anyOf(called.owner, modeOfAny(called))
      case _ => ()

  private def modeOfAny(called: MethodName) =
    library.mode(called.owner, called.name, None, reordering = implementations.reordering)

  /** A class of the application's is as mutable as the one of the library that it extends, or as the
    * collection that it implements; objects of an interface's may extend one.
    */
  def inLibrary(c: String): String = if library.isLibrary(c) then c else above(c)
  private val above = Memo[String, String](c =>
    repository.runtime(c).fold(c): cls =>
      types.libraryClass(cls) match
        case Descriptors.AnyObject => collectionAbove(cls).getOrElse(Descriptors.AnyObject)
        case t => t
  )

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

  def onArgument(called: MethodName, v: AbstractValue, mode: AccessKind): Unit =
    v.atoms.foreach:
      case AbstractObject.Part(p, t) => findings.effect(Location.At(p, t), mode)
      case AbstractObject.Existing(p, _) if p.isStable =>
        if isMutable(p) then findings.effect(Location.At(p, called.owner), through(p, mode))
      case AbstractObject.Existing(p, declared) =>
        val t = inLibrary(declared)
        if library.isMutable(t) then findings.effect(Location.At(p, t), mode)
      case AbstractObject.Unknown(declared) =>
        val t = inLibrary(declared)
        if library.isMutable(t) && !t.endsWith("Iterator") then fields.anyOf(t, mode)
      case _ => ()

  /** A collection that is given to code that is not looked into is read there, with what is in it. */
  def reads(called: MethodName, arguments: Vector[AbstractValue]): Unit =
    for (p, v) <- Descriptors.parameters(called.descriptor).zip(arguments) if !v.isEmpty && isRead(p) do
      reachability.from(Vector(v)).foreach(a => onArgument(called, AbstractValue.of(a), AccessKind.Reads))

  private def isRead(descriptor: String) = Descriptors.className(descriptor).exists: c =>
    c.startsWith("[") || library.collections.exists(repository.isSubtype(c, _))

  /** A collection or an option of the JDK's or of Scala's. */
  def isCollection(c: String): Boolean = collection(c)
  private val collection = Memo[String, java.lang.Boolean](c =>
    !library.isThirdParty(c) && (c == LibraryEffects.OptionType ||
      (LibraryEffects.Operations :: library.collections).exists(repository.isSubtype(c, _)))
  )

  /** The arguments that a call takes as functions, and the others. A collection that is used as a function is
    * among the others, since it holds what it returns.
    */
  def functionsAmong(
      called: MethodName,
      arguments: Vector[AbstractValue]
  ): (Vector[AbstractValue], Vector[AbstractValue]) =
    val (functions, others) = arguments.zip(Descriptors.parameters(called.descriptor)).partition((v, p) =>
      isFunction(p) && v.atoms.forall(isFunction)
    )
    (functions.map(_(0)), others.map(_(0)))

  /** All that the call takes as functions are functions, and no collections. */
  def areFunctions(called: MethodName, arguments: Vector[AbstractValue]): Boolean =
    arguments.zip(Descriptors.parameters(called.descriptor)).forall((v, p) =>
      !isFunction(p) || v.atoms.forall(isFunction)
    )

  private def isFunction(descriptor: String): Boolean =
    Descriptors.className(descriptor).exists(library.isFunction)

  private def isFunction(a: AbstractObject): Boolean = a match
    case AbstractObject.Closure(_, _, _) => true
    case AbstractObject.Existing(p, _) if p.isStable =>
      concrete.objects(p).forall(o => ClosureCode.isClosure(o.getClass))
    case AbstractObject.Confined(c) => library.isFunction(c)
    case _ => false

  private def through(p: AccessPath, mode: AccessKind) = if onlyReads(p) then AccessKind.Reads else mode

  def onlyReads(p: AccessPath) = concrete.changeable(p).forall(Objects.onlyReads)

  def isMutable(p: AccessPath) = concrete.beneath(p).exists(c => library.isMutable(types.libraryClass(c)))

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

private[inference] object LibraryEffects:
  private val OptionType = "scala/Option"

  /** Declares most methods of Scala's collections, and is no collection. */
  private val Operations = "scala/collection/IterableOnceOps"

  /** Changes what is iterated. */
  private val throughIterator = Set("remove", "set", "add")
