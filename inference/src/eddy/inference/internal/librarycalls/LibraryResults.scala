package eddy.inference.internal.librarycalls

import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodName}
import eddy.inference.internal.context.{AnalysisState, Types}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath}
import eddy.inference.internal.library.NewArrays
import eddy.inference.internal.values.{FieldAccesses, ObjectKinds, Reachability}

import scala.collection.mutable

/** What a call of code that is not followed returns: what went in, something new that holds it, or a part of
  * an object that existed before.
  */
private[inference] final class LibraryResults(
    state: AnalysisState,
    fields: FieldAccesses,
    kinds: ObjectKinds,
    reachability: Reachability,
    libraryEffects: LibraryEffects
):
  import state.context.{collections, implementations, library, newArrays, repository}
  import state.{effects, heap, siteOf, snapshot, types}

  /** An array with the elements of another. */
  def copy(called: MethodName, source: AbstractValue): AbstractValue =
    made(called, fields.loadElement(source, NewArrays.copiesReferences(called)))

  /** An array, which belongs to the handler. */
  def made(called: MethodName, elements: AbstractValue, isNested: Boolean = false): AbstractValue =
    val array = new AbstractObject.Made(NewArrays.AnyArray, siteOf(called))
    heap.add(array.site, except(array.site, elements))
    if isNested || library.nests(called.owner, called.name) then heap.add(array.site, AbstractValue.of(array))
    AbstractValue.of(array)

  /** @param whole
    *   what the call may return as it is, where that is known
    * @param gave
    *   what came back of objects of the application's, for a call that may return that
    */
  def outcome(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue],
      inputs: AbstractValue,
      whole: Option[AbstractValue] = None,
      gave: AbstractValue = AbstractValue.none
  ): AbstractValue =
    val descriptor = Descriptors.result(called.descriptor)
    def entries = receiver.fold(Set.empty)(entriesOf(called, _))
    if newArrays.mayBe(called) then
      made(called, inputs, isNested(called, receiver, arguments, inputs)) | inputs
    else if entries.nonEmpty then fresh(called, Conventions.SetOfJava, AbstractValue.of(entries))
    else if library.lends(called.owner, called.name) then
      Descriptors.className(descriptor).fold(types.blank(descriptor))(c =>
        // an implementation of the application's may hand out what others have
        fresh(
          called,
          c,
          AbstractValue.none
        ) | types.narrow(gave.only(_ != AbstractValue.anything), c, snapshot)
      )
    else
      Descriptors.className(descriptor).filterNot(types.isImmutable) match
        case None => types.blank(descriptor)
        case Some(t) => result(called, t, receiver, arguments, inputs, whole)
  end outcome

  private def result(
      called: MethodName,
      t: String,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue],
      inputs: AbstractValue,
      whole: Option[AbstractValue]
  ): AbstractValue =
    val all = receiver.toVector ++ arguments
    // views, iterators, builders and wrappers that a mutable object hands out belong to it
    val parts = partsOf(called, t, all)
    val contents =
      if parts.isEmpty || inputs.isFull then inputs
      else AbstractValue.of(inputs.objects.filter(_ != AbstractValue.anything))
    val rest =
      // a library's objects are not shared but for those that went in
      if library.decodes(called.owner, called.name) ||
        // what caused an exception is whatever was put in, perhaps long before
        !library.isException(t) &&
        (library.isForeign(t) || library.isForeign(called.owner) && types.givesOwn(called))
      then contents.only(a => isKnown(a) && !isApart(a, t))
      else if makesFunction(called, t) then
        contents.only(isKnown) | AbstractValue.of(AbstractObject.Confined(t))
      else contents
    val isCursor = libraryEffects.isCursor(t) && !library.isForeign(called.owner)
    val isNew = isCursor || parts.isEmpty &&
      (t != Descriptors.AnyObject || whole.nonEmpty || mayBeNew(called, receiver, arguments))
    val pairs = t == Conventions.Pair && whole.nonEmpty
    val made =
      if pairs then pair(called, whole.get, rest)
      else if !isNew then AbstractValue.none
      else if library.isForeign(called.owner) then fresh(called, t, elements(called, contents))
      else
        val held =
          // what the application's own collections give is in no other
          if collections.converts(called) then whole.fold(contents)(_ => standing(AbstractValue.join(all)))
          else if copies(called, t) && whole.nonEmpty then
            copied(contents, source(called, receiver, arguments))
          else contents
        fresh(called, t, held, isNested(called, receiver, arguments, held))
    val taken =
      if pairs || isCopy(called) then AbstractValue.none
      else if isCursor then movedOn(t, whole.getOrElse(AbstractValue.join(all) | rest), parts)
      else
        // of those that exist it is a part
        val apart = if collections.gives(called) then whole else whole.map(_.only(!isPartly(_, parts)))
        apart.fold(types.narrow(rest, t, snapshot) | standsFor(called, t, parts, all))(asItIs(called, _, t))
    AbstractValue.of(parts) | keeping(called, t, arguments) | taken | made
  end result

  private def partsOf(called: MethodName, t: String, all: Vector[AbstractValue]): Set[AbstractObject] =
    val objects = all.flatMap(_.objects)
    if newArrays.isBeneath(called) then
      objects.collect { case AbstractObject.Existing(p, _) =>
        AbstractObject.Part(p, NewArrays.AnyArray)
      }.toSet
    else if isCopy(called) || !library.isMutable(t) && !collections.converts(called) then Set.empty
    else
      objects.collect {
        case AbstractObject.Existing(p, _)
            if p.isStable && libraryEffects.isMutable(
              p
            ) && (libraryEffects.isCursor(t) || !libraryEffects.onlyReads(p)) =>
          AbstractObject.Part(p, t)
        case AbstractObject.Existing(p, d) if mayChange(p, d) => AbstractObject.Part(p, t)
        case AbstractObject.Part(p, _) => AbstractObject.Part(p, t)
      }.toSet

  /** What moves on with an iterator or stream that is made of these. */
  private def movedOn(t: String, of: AbstractValue, parts: Set[AbstractObject]): AbstractValue =
    val moved = if of.isFull then of else of.only(a => libraryEffects.isMovedOn(a) && !isPartly(a, parts))
    types.narrow(moved, t, snapshot) |
      (if moved.objects.exists(isOfOthers) then types.unknown(t) else AbstractValue.none)

  /** Its elements may come from the same place as the result: one object stands for all of them. */
  def isNested(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue],
      held: AbstractValue
  ): Boolean =
    val site = siteOf(called)
    def isMadeHere(a: AbstractObject) = a match
      case AbstractObject.Made(_, s) => s == site
      case _ => false
    held.objects.exists(isMadeHere) && {
      val asElements = arguments.zip(Descriptors.parameters(called.descriptor)).collect:
        case (v, p) if Descriptors.className(p).contains(Descriptors.AnyObject) => v
      val inside = reachability.elements(AbstractValue.join(receiver.toVector ++ arguments))
      reachability.from(asElements :+ inside).exists(isMadeHere)
    }

  private def mayChange(p: AccessPath, declared: String) =
    !p.isStable && library.isMutable(libraryEffects.inLibrary(declared))

  /** Something stands for it, or nobody can change it. */
  private def isPartly(a: AbstractObject, parts: Set[AbstractObject]) = a match
    case AbstractObject.Existing(p, d) =>
      p.isStable || library.isUnchanging(d) || parts.exists {
        case AbstractObject.Part(of, _) => of == p
        case _ => false
      }
    case _ => false

  /** The object that stands for one of the application's changes that, too. */
  private def standsFor(
      called: MethodName,
      t: String,
      parts: Set[AbstractObject],
      all: Vector[AbstractValue]
  ): AbstractValue =
    val others = all.flatMap(_.objects).exists(a => isOfOthers(a) && !isPartly(a, parts))
    if collections.converts(called) && others then types.unknown(t) else AbstractValue.none

  /** A sorted collection calls its ordering with elements that are added later, and a map the function of its
    * defaults: one object keeps these, and is used with the collection.
    */
  private def keeping(called: MethodName, t: String, arguments: Vector[AbstractValue]): AbstractValue =
    val functions =
      if library.isThirdParty(called.owner) || t != Descriptors.AnyObject && !libraryEffects.isCollection(t)
      then
        Vector.empty
      else if library.keepsDefault(called.owner, called.name) then arguments
      else if library.isFactory(called.owner) && Conventions.isModule(called.owner) then
        // some factories take orderings as evidence of any type
        arguments.zip(Descriptors.parameters(called.descriptor).map(Descriptors.className)).collect {
          case (v, Some(Descriptors.AnyObject)) if v.objects.forall(kinds.isOrder) => v
          case (v, Some(c)) if kinds.isKeeper(c) => v
        }
      else Vector.empty
    val kept = AbstractValue.join(functions)
    if kept.isEmpty then AbstractValue.none
    else AbstractValue.of(ofItsOwn(called, Conventions.Ordering, kept))

  /** It calls the functions that went in, or code of the library. */
  private def makesFunction(called: MethodName, t: String) =
    library.isThirdParty(called.owner) && library.isFunction(t)

  private def isKnown(a: AbstractObject) = a match
    case AbstractObject.Unknown(c) => library.isUser(c)
    case _ => true

  // places where calls of third parties make objects
  private val ofThirdParties = mutable.HashSet[Int]()
  private def note(called: MethodName, site: Int): Unit =
    if library.isForeign(called.owner) then ofThirdParties += site

  /** A third party's object is not of the type; nobody else changes it, so that nothing need stand for it.
    * Nor is an option or another object that the JDK or Scala has made, if the type is a third party's.
    */
  private def isApart(a: AbstractObject, t: String) = a match
    case AbstractObject.Made(c, site) if library.isOption(c) || c == Descriptors.AnyObject =>
      library.isThirdParty(t) && !ofThirdParties(site)
    case AbstractObject.Made(c, _) =>
      library.isForeign(c) && !repository.isSubtype(c, t) && !repository.isSubtype(t, c)
    case _ => false

  /** A collection that is given as it is, or by which the result stands for it. */
  private def asItIs(called: MethodName, whole: AbstractValue, t: String): AbstractValue =
    val fit = types.narrow(whole.only(mayBeGiven(_, t)), t, snapshot)
    // what converts it stands for it, too, and is no collection
    if (library.isMutable(t) || collections.converts(called)) && whole.objects.exists(isOfOthers) then
      fit | types.unknown(t)
    else fit

  /** What can change, and a view, is no collection that cannot, unless the application has such a class. */
  private def mayBeGiven(a: AbstractObject, t: String) = a match
    case AbstractObject.Unknown(c) =>
      !library.isUnchanging(c) || !library.changing.exists(repository.isSubtype(t, _)) ||
      implementations.classes(t).nonEmpty
    case _ => true

  /** It can change, and others may have it: what stands for it changes it, too. */
  private def isOfOthers(a: AbstractObject) = a match
    case AbstractObject.Unknown(c) =>
      c == Descriptors.AnyObject || library.isMutable(libraryEffects.inLibrary(c))
    case AbstractObject.Existing(p, d) => mayChange(p, d)
    case AbstractObject.Made(c, site) => mayChange(libraryEffects.inLibrary(c)) && heap.isEscaped(site)
    case _ => false

  private def mayChange(c: String) = library.isMutable(c) || library.isVague(c)

  /** The elements, in a collection that does not refer to the one that they come from. */
  private def copies(called: MethodName, t: String) =
    called.name.startsWith("to") && library.isUnchanging(t) && !library.isDeferred(t) || isCopy(called)

  /** A new collection, never the one that it is made of. */
  private def isCopy(called: MethodName) = library.copies(called.owner, called.name)

  /** What stands for a collection holds what is in that, and nothing of what is in its elements. */
  private def standing(whole: AbstractValue): AbstractValue = whole | reachability.iterated(whole)

  /** The copied collection: an ordering beside it stays with the copy. */
  private def source(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    if Conventions.isModule(called.owner) then arguments.headOption.getOrElse(AbstractValue.none)
    else receiver.getOrElse(AbstractValue.none)

  private def copied(contents: AbstractValue, from: AbstractValue): AbstractValue =
    val elements = reachability.from(Vector(reachability.elements(from)))
    if contents.isFull then contents else contents.only(a => !from.objects(a) || elements(a))

  /** The entries of a map that nobody else has: each holds what the map does, and changes that. */
  private def entriesOf(called: MethodName, receiver: AbstractValue): Set[AbstractObject] =
    val entries = receiver.objects.collect:
      case AbstractObject.Made(c, site) if library.isLibrary(c) && !heap.isEscaped(site) =>
        AbstractObject.Made(Conventions.Entry, site)
    if library.makesEntries(called.owner, called.name) && entries.size == receiver.objects.size then entries
    else Set.empty

  /** The content of a collection or the like that a third party made: objects of its own types, where the
    * generic result names these, and what it keeps for the application.
    */
  private def elements(called: MethodName, contents: AbstractValue): AbstractValue =
    types.elementsOf(called).fold(contents)(typesInside =>
      AbstractValue.join(typesInside.map(inside(called, _, contents)))
    )

  private def inside(called: MethodName, t: Types.Given, contents: AbstractValue): AbstractValue = t match
    case Types.Given.Anything => contents
    case Types.Given.Own(c, _) if types.isImmutable(c) => AbstractValue.none
    case Types.Given.Own(c, of) =>
      val held = of.fold(contents)(all => AbstractValue.join(all.map(inside(called, _, contents))))
      val known = if contents.isFull then contents else contents.only(a => isKnown(a) && !isApart(a, c))
      types.narrow(known, c, snapshot) |
        AbstractValue.of(ofItsOwn(called, c, held))

  /** An object of a library's class, which a call made beside its result. */
  def ofItsOwn(called: MethodName, c: String, held: AbstractValue): AbstractObject =
    val method = effects.position.fold(called)(_.method)
    val at = effects.position.fold(-2)(_.instruction)
    val site = heap.site(method.copy(name = s"${method.name} $c"), at)
    note(called, site)
    heap.add(site, except(site, held))
    AbstractObject.Made(c, site)

  /** Two collections, each of these or new, with what went in. */
  private def pair(called: MethodName, whole: AbstractValue, inputs: AbstractValue): AbstractValue =
    val pair = siteOf(called)
    val position = effects.position
    val part = position.fold(heap.site(called, LibraryResults.Part))(p =>
      heap.site(p.method, LibraryResults.Part - p.instruction)
    )
    heap.add(part, except(part, inputs))
    heap.add(pair, whole | AbstractValue.of(AbstractObject.Made(Descriptors.AnyObject, part)))
    AbstractValue.of(AbstractObject.Made(Conventions.Pair, pair))

  /** A result of any type may be a new collection of the arguments. The result of a handler's own object,
    * that holds too.
    */
  private def mayBeNew(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ): Boolean =
    def isMade(a: AbstractObject) = a match
      case AbstractObject.Made(_, _) => true
      case _ => false
    // an empty one of a factory, too
    (arguments.exists(!_.isEmpty) || Conventions.isModule(called.owner)) &&
    !receiver.exists(v => !v.isEmpty && v.objects.forall(isMade))

  /** Any other result is new, and holds what went in. */
  def fresh(called: MethodName, t: String, inputs: AbstractValue, isNested: Boolean = false): AbstractValue =
    if !library.isLibrary(t) then AbstractValue.none
    else
      val site = siteOf(called)
      note(called, site)
      heap.add(site, if isNested then inputs else except(site, inputs))
      if inputs.isEmpty && !library.isMutable(t) && !library.isShareable(t) && t != Descriptors.AnyObject then
        AbstractValue.none
      else AbstractValue.of(AbstractObject.Made(t, site))

  /** A collection that cannot change, or an iterator of one, with anything in it. */
  def ofSnapshot(called: MethodName, descriptor: String): AbstractValue =
    Descriptors.className(descriptor).fold(AbstractValue.none)(fresh(
      called,
      _,
      AbstractValue.of(AbstractValue.anything)
    ))

  /** Without what was made there before, as in a loop. */
  def except(site: Int, v: AbstractValue): AbstractValue =
    AbstractValue.of(v.objects.filter { case AbstractObject.Made(_, s) => s != site; case _ => true })
end LibraryResults

private[inference] object LibraryResults:
  /** From here on downwards: the parts of the pair that an instruction makes. */
  private val Part = -4
