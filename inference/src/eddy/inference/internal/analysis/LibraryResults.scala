package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.heap.{Atom, Value}
import eddy.inference.internal.library.NewArrays

/** What a call of code that is not followed returns: what went in, something new that holds it, or a part of
  * an object that existed before.
  */
private[inference] final class LibraryResults(
    state: AnalysisState,
    fields: FieldAccesses,
    effects: LibraryEffects
):
  import state.world.{implementations, library, repository}
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
                    if p.isStable && effects.isMutable(
                      p
                    ) && (t.endsWith("Iterator") || !effects.onlyReads(p)) =>
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
          val pairs = t == LibraryResults.Pair && whole.nonEmpty
          val made =
            if pairs then pair(called, whole.get, rest)
            else if isNew then fresh(called, t, contents) else Value.none
          val taken =
            if pairs then Value.none
            else whole.fold(types.narrow(rest, t, concrete))(asItIs(_, t))
          Value.of(parts) | (if LibraryResults.givesIterator(called) then ofLibrary(taken) else taken) | made
    end if
  end outcome

  /** It calls the functions that went in, or code of the library. */
  private def makesFunction(called: MethodName, t: String) =
    library.isThirdParty(called.owner) && library.isFunction(t)

  private def isKnown(a: Atom) = a match
    case Atom.Unknown(_) => false
    case _ => true

  /** A collection that is given as it is, or by which the result stands for it. */
  private def asItIs(whole: Value, t: String): Value =
    val fit = types.narrow(whole.only(mayBeGiven(_, t)), t, concrete)
    if library.isMutable(t) && whole.atoms.exists(isOfOthers) then fit | types.unknown(t) else fit

  /** What can change, and a view, is no collection that cannot, unless the application has such a class. */
  private def mayBeGiven(a: Atom, t: String) = a match
    case Atom.Unknown(c) =>
      !library.isUnchanging(c) || !library.changing.exists(repository.isSubtype(t, _)) ||
      implementations.classes(t).nonEmpty
    case _ => true

  /** It can change, and others may have it: what stands for it changes it, too. */
  private def isOfOthers(a: Atom) = a match
    case Atom.Unknown(c) => c == Descriptors.AnyObject || library.isMutable(effects.inLibrary(c))
    case Atom.Existing(p, d) => !p.isStable && library.isMutable(effects.inLibrary(d))
    case Atom.Made(_, site) => heap.isEscaped(site)
    case _ => false

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

  private val anyIterator: Atom = Atom.Unknown("java/util/Iterator")

  /** Its type is not open: calls of it are not followed into the application's iterators. */
  private val libraryIterator: Atom = Atom.Unknown("java/util/ListIterator")
  private def givesIterator(m: MethodName) = m.descriptor == "()Ljava/util/Iterator;"
