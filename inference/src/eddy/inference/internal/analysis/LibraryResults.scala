package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.heap.{Atom, Path, Value}
import eddy.inference.internal.library.NewArrays

/** What a call of code that is not followed returns: what went in, something new that holds it, or a part of
  * an object that existed before.
  */
private[inference] final class LibraryResults(
    state: AnalysisState,
    fields: FieldAccesses,
    reachability: Reachability,
    effects: LibraryEffects
):
  import state.world.{collections, implementations, library, repository}
  import state.{concrete, findings, heap, siteOf, types}

  /** An array with the elements of another. */
  def copy(called: MethodName, source: Value): Value =
    made(called, fields.loadElement(source, NewArrays.copiesReferences(called)))

  /** An array, which belongs to the callback. */
  def made(called: MethodName, elements: Value): Value =
    val array = new Atom.Made(NewArrays.AnyArray, siteOf(called))
    heap.add(array.site, except(array.site, elements))
    if NewArrays.isNested(called) then heap.add(array.site, Value.of(array))
    Value.of(array)

  def outcome(
      called: MethodName,
      receiver: Option[Value],
      arguments: Vector[Value],
      inputs: Value,
      whole: Option[Value] = None
  ): Value =
    val descriptor = Descriptors.result(called.descriptor)
    def entries = receiver.fold(Set.empty)(entriesOf(called, _))
    if NewArrays.mayBe(called) then made(called, inputs) | inputs
    else if entries.nonEmpty then fresh(called, LibraryResults.SetOfJava, Value.of(entries))
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
            else if isCopy(
                called
              ) || !library.isMutable(t) && !t.endsWith("Iterator") && !collections.converts(called)
            then Set.empty
            else
              (receiver.toVector ++ arguments).flatMap(_.atoms).collect {
                case Atom.Existing(p, _)
                    if p.isStable && effects.isMutable(
                      p
                    ) && (t.endsWith("Iterator") || !effects.onlyReads(p)) =>
                  Atom.Part(p, t)
                case Atom.Existing(p, d) if mayChange(p, d) => Atom.Part(p, t)
                case Atom.Part(p, _) => Atom.Part(p, t)
              }.toSet
          val contents =
            if parts.isEmpty || inputs.isFull then inputs
            else Value.of(inputs.atoms.filter(_ != Value.anything))
          val rest =
            // a library's objects are not shared but for those that went in
            if library.decodes(called.owner, called.name) ||
              // what caused an exception is whatever was put in, perhaps long before
              !library.isException(t) &&
              (library.isForeign(t) || library.isForeign(called.owner) && types.givesOwn(called))
            then contents.only(a => isKnown(a) && !isApart(a, t))
            else if makesFunction(called, t) then contents.only(isKnown) | Value.of(Atom.Confined(t))
            else contents
          val isNew = parts.isEmpty && (t != Descriptors.AnyObject || whole.nonEmpty || mayBeNew(
            called,
            receiver,
            arguments
          ))
          val pairs = t == LibraryResults.Pair && whole.nonEmpty
          val made =
            if pairs then pair(called, whole.get, rest)
            else if !isNew then Value.none
            else if library.isForeign(called.owner) then fresh(called, t, elements(called, contents))
            else if collections.converts(called) then
              // what the application's own collections give is in no other
              fresh(
                called,
                t,
                whole.fold(contents)(_ => standing(Value.join(receiver.toVector ++ arguments)))
              )
            else
              fresh(
                called,
                t,
                if copies(called, t) && whole.nonEmpty then
                  copied(contents, source(called, receiver, arguments))
                else contents
              )
          val taken =
            if pairs || isCopy(called) then Value.none
            else
              // of those that exist it is a part
              val apart = if collections.gives(called) then whole else whole.map(_.only(!isPartly(_, parts)))
              apart.fold(types.narrow(
                rest,
                t,
                concrete
              ) | standsFor(called, t, parts, receiver.toVector ++ arguments))(
                asItIs(called, _, t)
              )
          Value.of(parts) | keeping(called, t, arguments) | (if LibraryResults.givesIterator(called) then
                                                               ofLibrary(taken)
                                                             else taken) | made
    end if
  end outcome

  private def mayChange(p: Path, declared: String) =
    !p.isStable && library.isMutable(effects.inLibrary(declared))

  /** Something stands for it, or nobody can change it. */
  private def isPartly(a: Atom, parts: Set[Atom]) = a match
    case Atom.Existing(p, d) =>
      p.isStable || library.isUnchanging(d) || parts.exists {
        case Atom.Part(of, _) => of == p
        case _ => false
      }
    case _ => false

  /** The object that stands for one of the application's changes that, too. */
  private def standsFor(called: MethodName, t: String, parts: Set[Atom], all: Vector[Value]): Value =
    val others = all.flatMap(_.atoms).exists(a => isOfOthers(a) && !isPartly(a, parts))
    if collections.converts(called) && others then types.unknown(t) else Value.none

  /** A sorted collection calls its ordering with elements that are added later, and a map the function of its
    * defaults: one object keeps these, and is used with the collection.
    */
  private def keeping(called: MethodName, t: String, arguments: Vector[Value]): Value =
    val functions =
      if library.isThirdParty(called.owner) || t != Descriptors.AnyObject && !effects.isCollection(t) then
        Vector.empty
      else if called.name == "withDefault" then arguments
      else if called.owner.startsWith("scala/collection/") && called.owner.endsWith("$") then
        // some factories take orderings as evidence of any type
        arguments.zip(Descriptors.parameters(called.descriptor).map(Descriptors.className)).collect {
          case (v, Some(Descriptors.AnyObject)) if v.atoms.forall(isKeeper) => v
          case (v, Some(c)) if isKeeper(c) => v
        }
      else Vector.empty
    val kept = Value.join(functions)
    if kept.isEmpty then Value.none else Value.of(ofItsOwn(called, LibraryResults.Ordering, kept))

  private def isKeeper(c: String): Boolean = library.functionKeepers.exists(repository.isSubtype(c, _))
  private def isKeeper(a: Atom): Boolean = a match
    case Atom.Existing(p, _) if p.isStable => concrete.names(p).forall(isKeeper)
    case Atom.Existing(_, declared) => isKeeper(declared)
    case Atom.Made(c, _) => isKeeper(c)
    case Atom.Unknown(c) => isKeeper(c)
    case Atom.Closure(_, interfaces, _) => interfaces.exists(isKeeper)
    case _ => false

  /** It calls the functions that went in, or code of the library. */
  private def makesFunction(called: MethodName, t: String) =
    library.isThirdParty(called.owner) && library.isFunction(t)

  private def isKnown(a: Atom) = a match
    case Atom.Unknown(_) => false
    case _ => true

  /** A third party's object is not of the type; nobody else changes it, so that nothing need stand for it. */
  private def isApart(a: Atom, t: String) = a match
    case Atom.Made(c, _) => library.isForeign(c) && !repository.isSubtype(c, t) && !repository.isSubtype(t, c)
    case _ => false

  /** A collection that is given as it is, or by which the result stands for it. */
  private def asItIs(called: MethodName, whole: Value, t: String): Value =
    val fit = types.narrow(whole.only(mayBeGiven(_, t)), t, concrete)
    // what converts it stands for it, too, and is no collection
    if (library.isMutable(t) || collections.converts(called)) && whole.atoms.exists(isOfOthers) then
      fit | types.unknown(t)
    else fit

  /** What can change, and a view, is no collection that cannot, unless the application has such a class. */
  private def mayBeGiven(a: Atom, t: String) = a match
    case Atom.Unknown(c) =>
      !library.isUnchanging(c) || !library.changing.exists(repository.isSubtype(t, _)) ||
      implementations.classes(t).nonEmpty
    case _ => true

  /** It can change, and others may have it: what stands for it changes it, too. */
  private def isOfOthers(a: Atom) = a match
    case Atom.Unknown(c) => c == Descriptors.AnyObject || library.isMutable(effects.inLibrary(c))
    case Atom.Existing(p, d) => mayChange(p, d)
    case Atom.Made(c, site) => mayChange(effects.inLibrary(c)) && heap.isEscaped(site)
    case _ => false

  private def mayChange(c: String) = library.isMutable(c) || library.isVague(c)

  /** The elements, in a collection that does not refer to the one that they come from. */
  private def copies(called: MethodName, t: String) =
    called.name.startsWith("to") && library.isUnchanging(t) && !library.isDeferred(t) || isCopy(called)

  /** A new collection, never the one that it is made of. */
  private def isCopy(called: MethodName) =
    called.name == "toBuffer" || called.owner.startsWith("scala/collection/mutable/") &&
      called.owner.endsWith("$") && called.name == "from"

  /** What stands for a collection holds what is in that, and nothing of what is in its elements. */
  private def standing(whole: Value): Value = whole | reachability.iterated(whole)

  /** The copied collection: an ordering beside it stays with the copy. */
  private def source(called: MethodName, receiver: Option[Value], arguments: Vector[Value]): Value =
    if called.owner.endsWith("$") then arguments.headOption.getOrElse(Value.none)
    else receiver.getOrElse(Value.none)

  private def copied(contents: Value, from: Value): Value =
    val elements = reachability.from(Vector(reachability.elements(from)))
    if contents.isFull then contents else contents.only(a => !from.atoms(a) || elements(a))

  /** The entries of a map that nobody else has: each holds what the map does, and changes that. */
  private def entriesOf(called: MethodName, receiver: Value): Set[Atom] =
    val entries = receiver.atoms.collect:
      case Atom.Made(c, site) if library.isLibrary(c) && !heap.isEscaped(site) =>
        Atom.Made(LibraryResults.EntryOfJava, site)
    if called.name == LibraryResults.EntrySet && entries.size == receiver.atoms.size then entries
    else Set.empty

  /** The content of a collection or the like that a third party made: objects of its own types, where the
    * generic result names these, and what it keeps for the application.
    */
  private def elements(called: MethodName, contents: Value): Value =
    types.elementsOf(called).fold(contents)(typesInside =>
      Value.join(typesInside.map(inside(called, _, contents)))
    )

  private def inside(called: MethodName, t: Types.Given, contents: Value): Value = t match
    case Types.Given.Anything => contents
    case Types.Given.Own(c, _) if types.isImmutable(c) => Value.none
    case Types.Given.Own(c, of) =>
      val held = of.fold(contents)(all => Value.join(all.map(inside(called, _, contents))))
      val known = if contents.isFull then contents else contents.only(a => isKnown(a) && !isApart(a, c))
      types.narrow(known, c, concrete) |
        Value.of(ofItsOwn(called, c, held))

  /** An object of a library's class, which a call made beside its result. */
  def ofItsOwn(called: MethodName, c: String, held: Value): Atom =
    val method = findings.position.fold(called)(_.method)
    val at = findings.position.fold(-2)(_.instruction)
    val site = heap.site(method.copy(name = s"${method.name} $c"), at)
    heap.add(site, except(site, held))
    Atom.Made(c, site)

  /** Two collections, each of these or new, with what went in. */
  private def pair(called: MethodName, whole: Value, inputs: Value): Value =
    val pair = siteOf(called)
    val position = findings.position
    val part = position.fold(heap.site(called, LibraryResults.Part))(p =>
      heap.site(p.method, LibraryResults.Part - p.instruction)
    )
    heap.add(part, except(part, inputs))
    heap.add(pair, whole | Value.of(Atom.Made(Descriptors.AnyObject, part)))
    Value.of(Atom.Made(LibraryResults.Pair, pair))

  /** Which iterator it is nobody knows, but that it is not one of the elements: those of the application's
    * own collections are what their methods give.
    */
  private def ofLibrary(iterator: Value): Value =
    if !iterator.atoms(LibraryResults.anyIterator) then iterator
    else Value.of(iterator.atoms - LibraryResults.anyIterator + LibraryResults.libraryIterator)

  /** A result of any type may be a new collection of the arguments. The result of a callback's own object,
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
  def fresh(called: MethodName, t: String, inputs: Value): Value =
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

  /** Nothing holds itself. */
  def except(site: Int, v: Value): Value =
    Value.of(v.atoms.filter { case Atom.Made(_, s) => s != site; case _ => true })
end LibraryResults

private[inference] object LibraryResults:
  /** From here on downwards: the parts of the pair that an instruction makes. */
  private val Part = -4

  val Pair = "scala/Tuple2"
  private val Ordering = "scala/math/Ordering"

  private val EntrySet = "entrySet"
  private val EntryOfJava = "java/util/Map$Entry"
  private val SetOfJava = "java/util/Set"

  private val anyIterator: Atom = Atom.Unknown("java/util/Iterator")

  /** Its type is not open: calls of it are not followed into the application's iterators. */
  private val libraryIterator: Atom = Atom.Unknown("java/util/ListIterator")
  private def givesIterator(m: MethodName) = m.descriptor == "()Ljava/util/Iterator;"
