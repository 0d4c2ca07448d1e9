package eddy.inference.internal.library

import eddy.inference.internal.bytecode.{Descriptors, Memo}
import eddy.inference.internal.classpath.ClassRepository
import eddy.state.AccessKind

/** The facts about code that the analysis does not follow, the JDK's and the Scala library's: which classes
  * are immutable, which are safe to share, which methods only read. The facts are data, in `library.txt`,
  * with tests, of widely used libraries in `libraries.txt`, and of others in `META-INF/eddy/library.txt` of
  * other jars; a method that no fact names is taken to write. All class names are internal names.
  */
private[inference] final class LibraryModel(
    facts: List[LibraryFacts.Fact],
    classOf: String => Option[Class[?]] = _ => None,
    annotations: String => Set[String] = _ => Set.empty
):
  import FactKind.*
  import LibraryFacts.Fact
  import LibraryModel.{Matcher, MethodMatcher}

  private val ofKinds = LibraryModel.byKind(facts)
  private def of(kind: FactKind): List[Fact] = ofKinds(kind.ordinal)
  private val ofClasses = FactKind.values.map(k => Matcher(of(k).map(_.pattern)))
  private val ofMethods = FactKind.values.map(k => MethodMatcher(of(k)))
  private def is(kind: FactKind, c: String): Boolean = ofClasses(kind.ordinal)(c)
  private def does(kind: FactKind, owner: String, method: String): Boolean =
    ofMethods(kind.ordinal)(owner, method)

  /** The same for a word that says of objects that they need no lock. A fact with `*` does not mean those
    * whose purpose it is to change: builders, iterators, streams of bytes. A fact that names the class does.
    */
  private def isFree(kind: FactKind, c: String): Boolean =
    is(kind, c) && (!isBuilder(c) || ofClasses(kind.ordinal).names(c))

  /** The same for a fact about a super type. What implements an interface of a package of immutable things
    * may hold functions of the application's.
    */
  private def isFreeAbove(kind: FactKind, c: String): Boolean = above(c).exists: t =>
    ofClasses(kind.ordinal).names(t) || kind != Immutable && !isBuilder(c) && isFree(kind, t)
  private lazy val isBuilder = Memo[String, java.lang.Boolean](c =>
    c.drop(c.lastIndexOf('/')).contains("Builder") || classOf(c).exists(isBelowBuilder)
  )
  private def isBelowBuilder(c: Class[?]): Boolean =
    builders(Descriptors.internalName(c)) || Option(c.getSuperclass).exists(isBelowBuilder) ||
      c.getInterfaces.exists(isBelowBuilder)
  private lazy val builders = (changedByUse ++ cursors).toSet

  /** Types of such objects but for cursors. Nobody takes one in order to look at it. */
  lazy val changedByUse: List[String] = of(Builder).map(_.pattern)

  /** Facts that say for a class by which methods or types something happens. */
  private def names(kind: FactKind): Map[String, List[String]] =
    of(kind).groupMap(_.pattern)(_.methods).view.mapValues(_.flatten).toMap
  private lazy val keeping = names(Keeps)
  private lazy val waiting = names(Waits)
  private lazy val surrounding = of(Around).map(f => (Matcher(List(f.pattern)), f.methods))
  private lazy val passing = of(Passes).map(f => (Matcher(List(f.pattern)), f.methods))
  private lazy val constructing = of(Constructs).map(f => (Matcher(List(f.pattern)), f.methods.toSet))
  private lazy val reading = of(Reads).flatMap(f => f.pattern :: f.methods).toSet
  private lazy val readingParts = of(Parts).flatMap(f => f.pattern :: f.methods).toSet

  /** The facts that say which jars are libraries, and which classes the index has. */
  def indexed: String =
    val kinds = Set(Library, Function, Followed, Framework, Platform, Keeps, Waits, Spot)
    facts.filter(f => kinds(f.kind)).map(f =>
      (f.kind.word :: f.pattern :: (if f.kind == Keeps || f.kind == Waits then f.methods else Nil)).mkString(
        " "
      )
    ).sorted.mkString("\n")

  /** Not followed: by a fact, or since it comes from a library. */
  def isLibrary(c: String): Boolean = c.startsWith("[") || notFollowed(c)
  private lazy val notFollowed =
    Memo[String, java.lang.Boolean](c =>
      !is(
        Followed,
        c
      ) && !Origins.isNamed(c) && (is(Library, c) || !isOurs(c) && classOf(c).exists(Origins.isLibrary))
    )

  /** The same for a class that was loaded. */
  def isLibrary(c: Class[?]): Boolean =
    val name = Descriptors.internalName(c)
    isLibrary(name) || !isOurs(name) && Origins.isLibrary(c)

  /** Not of a library, wherever it comes from. */
  private def isOurs(c: String) = is(Followed, c) || is(Framework, c) || is(Platform, c)

  /** Of a library whose code is followed as the application's. */
  def isFollowed(file: String): Boolean = ofClasses(Followed.ordinal).fits(file)

  /** Of a third party: the names of its methods do not tell what they do. */
  def isThirdParty(c: String): Boolean = thirdParty(c)
  private lazy val thirdParty =
    Memo[String, java.lang.Boolean](c => !c.startsWith("[") && !is(Standard, c) && isLibrary(c))

  def isThirdParty(c: Class[?]): Boolean =
    val name = Descriptors.internalName(c)
    !c.isArray && !is(Standard, name) && isLibrary(c)

  /** Its objects are a third party's: they come from calls of its own, and code of the JDK and of Scala takes
    * nothing out of them.
    */
  def isForeign(c: String): Boolean = isThirdParty(c) || isDriver(c)

  /** A type of the JDK that libraries of third parties implement: an interface, since the classes beside it,
    * such as exceptions, are the JDK's own.
    */
  def isDriver(c: String): Boolean = drivers(c)
  private lazy val drivers =
    Memo[String, java.lang.Boolean](c => is(Driver, c) && classOf(c).forall(_.isInterface))

  /** The same facts, of classes as this repository sees them. */
  def of(repository: ClassRepository): LibraryModel =
    LibraryModel(facts, repository.runtime, c => repository.info(c).fold(Set.empty)(_.annotations))

  /** The same for a file of a class, each of which is asked for once. */
  def isLibraryFile(file: String): Boolean =
    ofClasses(Library.ordinal).fits(file) && !ofClasses(Followed.ordinal).fits(file)

  /** The same for all files of a package, given as `io/netty/util/`, unless some are followed. */
  def isLibraryPackage(folder: String): Boolean = ofClasses(Library.ordinal).fitsAll(folder)
  def isFramework(c: String): Boolean = is(Framework, c)

  /** Of a module of Eddy, by a fact. */
  def isOfEddy(c: String): Boolean = is(Framework, c) || is(Platform, c)
  def isUser(c: String): Boolean = !isLibrary(c) && !isFramework(c)

  /** Of the application: it may be behind any type of the library that it extends. */
  def isApplications(c: String): Boolean = isUser(c) && !is(Platform, c)
  def isImmutable(c: String): Boolean =
    isFree(Immutable, c) && inside(c).isEmpty || isThirdParty(c) && declaredImmutable(c) || constants(c)

  def isImmutable(c: Class[?]): Boolean =
    val name = Descriptors.internalName(c)
    isImmutable(name) && (!isBelowBuilder(c) || ofClasses(Immutable.ordinal).names(name))

  /** Enums of libraries and of the JDK, and the classes of their constants. */
  private lazy val constants = Memo[String, java.lang.Boolean](c =>
    !c.startsWith("[") && isLibrary(c) && classOf(c).exists(Immutability.isConstant)
  )
  private lazy val declaredImmutable = Memo[String, java.lang.Boolean](c =>
    isFreeAbove(Immutable, c) ||
      Immutability.isDeclared(annotations(c)) || classOf(c).exists(Immutability.isFinal)
  )

  /** Super types of third parties: facts about a type hold for its subtypes. */
  private lazy val above = Memo[String, List[String]](c =>
    if !isThirdParty(c) then Nil else classOf(c).toList.flatMap(typesAbove).distinct
  )
  private def typesAbove(c: Class[?]): List[String] =
    (Option(c.getSuperclass).toList ++ c.getInterfaces).flatMap: t =>
      val name = Descriptors.internalName(t)
      (if isThirdParty(name) then List(name) else Nil) ++ typesAbove(t)

  private def holds(kind: FactKind, owner: String, method: String): Boolean =
    does(kind, owner, method) || above(owner).exists(does(kind, _, method))

  /** An object of exactly this class cannot change. */
  def isFixed(c: String): Boolean = isImmutable(c) || isThirdParty(c) && fixed(c)
  private lazy val fixed = Memo[String, java.lang.Boolean](c => classOf(c).exists(Immutability.isFixed))
  def isContainer(c: String): Boolean = isFree(Container, c) || isException(c)

  /** A library's exception: it is read where it was caught, and nobody changes it then. */
  def isException(c: String): Boolean = exceptions(c)
  private lazy val exceptions =
    Memo[String, java.lang.Boolean](c =>
      isLibrary(c) && classOf(c).exists(Predef.classOf[Throwable].isAssignableFrom)
    )
  def isShareable(c: String): Boolean = isFree(Safe, c) || isThirdParty(c) && declaredSafe(c)
  private lazy val declaredSafe =
    Memo[String, java.lang.Boolean](c =>
      isFreeAbove(Safe, c) || Immutability.isDeclaredThreadSafe(annotations(c))
    )
  def isFunction(c: String): Boolean = is(Function, c)

  /** A type of the library that applications implement, and whose methods they may find on any object. */
  def isOpen(c: String): Boolean = is(Open, c)

  /** Says so little of an object that who knows it as one of these calls nothing of the application's. */
  def isGeneral(c: String): Boolean = is(General, c)

  /** Says nothing about whether an object can change. */
  def isVague(c: String): Boolean = is(Vague, c)

  /** Objects of this type that library code passes to the application are the library's own. */
  def isSupplied(c: String): Boolean = is(Function, c) || is(Supplied, c)

  /** Calls functions of the application that were put in earlier, and that cannot be found from outside. */
  def isDeferred(c: String): Boolean = is(Deferred, c)

  /** Calls an ordering or a comparator that can be asked for. */
  def isOrdered(c: String): Boolean = is(Ordered, c)

  /** Reads and changes another object, which others may also use directly. */
  def isWrapper(c: String): Boolean = is(Wrapper, c)

  /** The types of what such an object may be made around, which may be the application's own: uses of it call
    * that.
    */
  def inside(c: String): List[String] = surrounded(c)
  private lazy val surrounded =
    Memo[String, List[String]](c =>
      surrounding.collect { case (cls, types) if cls(c) => types }.flatten.distinct
    )

  /** Types whose objects are the library's own where methods of the class pass them to functions. */
  def passes(c: String): Set[String] = passed(c)
  private lazy val passed =
    Memo[String, Set[String]](c => passing.collect { case (cls, types) if cls(c) => types }.flatten.toSet)

  /** The methods that hand over functions which an object of exactly this class keeps, and may call when
    * it is used.
    */
  def keeps(c: String): List[String] = keeping.getOrElse(c, Nil)

  /** Classes of such objects. */
  lazy val keepers: List[String] = keeping.keys.toList.sorted

  /** Writes objects by Java's serialisation. */
  def serialises(owner: String, method: String): Boolean = does(Serialises, owner, method)

  /** Compares elements by their natural order, or makes what does. */
  def orders(owner: String, method: String): Boolean = does(Orders, owner, method)

  /** Runs functions that wait for it, on the same thread. */
  def completes(owner: String, method: String): Boolean = does(Completes, owner, method)

  /** The methods by which functions come to wait for an object of the class; none if it shows them. */
  def waits(owner: String): List[String] = waiting.getOrElse(owner, Nil)

  /** Classes whose users the index finds. */
  def keepingClasses: List[String] =
    ((keeping.values.flatten ++ waiting.values.flatten).map(_.takeWhile(_ != '.')) ++ onTheSpot)
      .toList.distinct.sorted

  /** Each use of it may change what it was made with. */
  def isDecorator(c: String): Boolean = is(Decorator, c)

  /** A collection, buffer, builder or array that a data race can break. */
  def isMutable(c: String): Boolean = mutables(c)
  private lazy val mutables = Memo[String, java.lang.Boolean](c =>
    c.startsWith("[") || isLibrary(c) && !isImmutable(c) && !isContainer(c) && !isShareable(c) &&
      !isFunction(c) && !is(Vague, c)
  )

  /** What calling the method does to a mutable object, of that class where it is known.
    *
    * @param reordering
    *   whether there may be maps whose order changes when they are read
    */
  def mode(owner: String, method: String, cls: Option[String], reordering: => Boolean = true): AccessKind =
    if does(Writes, owner, method) || cls.exists(does(Writes, _, method)) || isThirdParty(owner) then
      AccessKind.Writes
    // of an object that is known by an interface only, the worst implementation is assumed
    else if cls.isEmpty && does(Reorders, owner, method) && reordering
    then AccessKind.Writes
    else if reading(Descriptors.general(method)) then AccessKind.Reads
    else AccessKind.Writes

  /** The same for a view, an iterator or an entry that a collection handed out. */
  def modeOfPart(owner: String, method: String): AccessKind =
    if readingParts(method) then AccessKind.Reads else mode(owner, method, None)

  /** The method changes objects of the class, although its name says that it reads. */
  def isChangedBy(cls: String, method: String): Boolean = does(Writes, cls, method)

  def changesArguments(owner: String, method: String): Boolean =
    does(Writes, owner, method) || does(Fills, owner, method)
  def spawns(owner: String, method: String): Boolean = holds(Spawns, owner, method)

  /** Runs what it gets on another thread, for which the handler waits. */
  def awaits(owner: String, method: String): Boolean = does(Awaits, owner, method)

  /** Reads its arguments and their fields, and changes none of them. */
  def inspects(owner: String, method: String): Boolean = holds(Inspects, owner, method)

  /** Calls nothing of its arguments but `toString`. */
  def shows(owner: String, method: String): Boolean = holds(Shows, owner, method)

  /** Hands what it is given to a unit of its own, such as an actor, where events run one after another. */
  def sequences(owner: String, method: String): Boolean = does(Sequential, owner, method)

  /** Takes handlers that run later, each under locks of its own, beside the one that hands them over. */
  def registers(owner: String, method: String): Boolean = does(Registers, owner, method)

  /** What the functions throw that it calls may be in its result. */
  def catches(owner: String, method: String): Boolean = holds(Catches, owner, method)

  /** The methods that a constructor of the class calls of the object. */
  def calledByConstructor(c: String): Set[String] = calledIn(c)
  private lazy val calledIn =
    Memo[String, Set[String]](c =>
      constructing.collect { case (cls, called) if cls(c) => called }.flatten.toSet
    )

  /** The code that it calls of its arguments touches nothing shared. */
  def isClosed(owner: String, method: String): Boolean = does(Closed, owner, method)

  /** Makes objects of the application's, which nobody else has. */
  def decodes(owner: String, method: String): Boolean = holds(Decodes, owner, method)

  /** A method of the library's that the application implements, without touching anything shared. */
  def isTrusted(owner: String, method: String): Boolean = does(Trusted, owner, method)

  /** Library code calls the application's methods that have this annotation, as it calls those that override
    * its own.
    */
  def callsAnnotated(annotation: String): Boolean = is(Annotation, annotation)

  /** Keeps code of the application and runs it elsewhere: none of it is called by who uses the object. */
  def isResident(c: String): Boolean = is(Resident, c) || above(c).exists(is(Resident, _))

  /** Its handlers need no locks, whatever they use. */
  def isUnguarded(c: String): Boolean = is(Unguarded, c)

  /** Returns an equal value each time, from values that cannot change. */
  def isStable(owner: String, method: String): Boolean = does(Stable, owner, method)

  /** Returns objects of the application that nobody passes to it. */
  def finds(owner: String, method: String): Boolean = does(Finds, owner, method)

  /** Returns an object that nobody else has until it is returned to its pool. */
  def lends(owner: String, method: String): Boolean = holds(Lends, owner, method)

  def isReflective(owner: String, method: String): Boolean =
    does(Reflective, owner, method)

  /** Does nothing that counts when it is given texts and numbers only. */
  def isInert(owner: String, method: String): Boolean =
    !isIrrevocable(owner, method) && !isReflective(owner, method) && !spawns(owner, method) &&
      !sequences(owner, method) && !registers(owner, method) && !finds(owner, method) &&
      !decodes(owner, method) && !lends(owner, method)

  /** Tells the world something: who calls it does not do nothing. */
  def isIrrevocable(owner: String, method: String): Boolean =
    !isImmutable(owner) && (isShareable(owner) || does(Irrevocable, owner, method)) &&
      !does(Harmless, owner, method)

  /** Does nothing that counts. */
  def doesNothing(owner: String, method: String): Boolean = does(Idle, owner, method)

  /** No view, and cannot change. */
  def isUnchanging(c: String): Boolean = isFree(Fixed, c)

  /** Types that no collection has which cannot change. */
  lazy val changing: List[String] = of(Changing).map(_.pattern)

  /** Types of objects that code reads wholly which gets them. */
  lazy val collections: List[String] = of(Collection).map(_.pattern)

  /** Types of objects that move on as elements are taken: iterators, streams. */
  lazy val cursors: List[String] = of(Cursor).map(_.pattern)

  /** The method of such an object leaves it where it is. */
  def looksOnly(method: String): Boolean = looking(method)
  private lazy val looking = of(Cursor).flatMap(_.methods).toSet

  /** Types of objects that call functions which the handler has put in. */
  lazy val functionKeepers: List[String] = of(Keeper).map(_.pattern)

  /** Types by which library code orders objects. */
  lazy val naturalOrders: List[String] = of(Natural).map(_.pattern)

  /** Types of objects that run tasks. */
  lazy val executors: List[String] = of(Executor).map(_.pattern)

  /** Classes by which a program gets executors that run tasks on the thread that hands them over. */
  lazy val onTheSpot: List[String] = of(Spot).map(_.pattern)

  /** Runs tasks on that thread. */
  def isOnTheSpot(c: String): Boolean = is(Spot, c)

  /** Goes through collections that are elements. */
  def opensElements(owner: String, method: String): Boolean = does(Opens, owner, method)

  /** Goes through collections that functions return. */
  def opensResults(owner: String, method: String): Boolean = does(Flattens, owner, method)

  /** The elements of its result are pairs of the old ones. */
  def givesPairs(owner: String, method: String): Boolean = does(Zips, owner, method)

  /** What its functions return is dropped, or says yes or no. */
  def discards(owner: String, method: String): Boolean = does(Discards, owner, method)

  /** It does not look into what its functions return. */
  def usesNothing(owner: String, method: String): Boolean = does(Unused, owner, method)

  /** It returns what one of its functions does. */
  def yields(owner: String, method: String): Boolean = does(Yields, owner, method)

  /** It calls its function with what was there before, and nothing else. */
  def asksOnce(owner: String, method: String): Boolean = does(Once, owner, method)

  /** Of an option: does nothing with what is in it but passing it on. */
  def passesElement(owner: String, method: String): Boolean = does(Unwraps, owner, method)

  /** It may compare or show the elements of what it is given; a factory does. */
  def compares(owner: String, method: String): Boolean =
    !does(Ignores, owner, method) || method == "apply" && owner.endsWith("$")

  /** It surely compares or shows them, whatever else it does. */
  def asks(owner: String, method: String): Boolean = does(Asks, owner, method)

  /** It takes fields out of objects of case classes. */
  def takesFields(owner: String, method: String): Boolean = does(Fields, owner, method)

  /** It runs what it is given on the calling thread if it need not wait. */
  def runsHere(owner: String, method: String): Boolean = does(Here, owner, method)

  /** From then on the elements of the stream are used by several threads. */
  def makesParallel(owner: String, method: String): Boolean = does(Parallel, owner, method)

  /** It does so if there are more elements than its first argument. */
  def hasThreshold(owner: String, method: String): Boolean = does(Threshold, owner, method)

  /** It does so if its last argument is true. */
  def hasSwitch(owner: String, method: String): Boolean = does(Switch, owner, method)

  /** Once it is parallel, it calls functions on several threads. */
  def isStream(c: String): Boolean = is(Stream, c)

  /** Hands tasks to an executor that cannot be seen. */
  def isOpaque(c: String): Boolean = is(Opaque, c)

  /** Returns a new array or collection of what is in another. */
  def copies(owner: String, method: String): Boolean = does(Copies, owner, method)

  /** Returns the array that a collection stands for. */
  def exposes(owner: String, method: String): Boolean = does(Exposes, owner, method)

  /** Where nothing else is known of its result, this may be an array. */
  def makesArrays(owner: String, method: String): Boolean = does(Arrays, owner, method)

  /** It makes an array of arrays. */
  def nests(owner: String, method: String): Boolean = does(Nests, owner, method)

  /** The collection that it makes keeps a function for elements that are missing. */
  def keepsDefault(owner: String, method: String): Boolean = does(Defaults, owner, method)

  /** Its modules make collections. */
  def isFactory(c: String): Boolean = is(Factory, c)

  /** The entries that it returns change their map. */
  def makesEntries(owner: String, method: String): Boolean = does(Entries, owner, method)

  /** It takes apart what its function returns. */
  def unfolds(owner: String, method: String): Boolean = does(Unfolds, owner, method)

  /** The function that it returns takes its arguments one after another. */
  def curries(owner: String, method: String): Boolean = does(Curries, owner, method)

  /** The one method of a function. */
  def isCall(owner: String, method: String): Boolean = does(Calls, owner, method)

  /** The objects that it finds are enums. */
  def findsEnums(c: String): Boolean = is(Enums, c)

  /** Holds one object or none. */
  def isOption(c: String): Boolean = is(Optional, c)

  /** Makes an option of its argument. */
  def wraps(owner: String, method: String): Boolean = does(Wraps, owner, method)

  /** Returns its argument in another form. */
  def boxes(owner: String, method: String): Boolean = does(Boxes, owner, method)

  /** Makes a tuple of its arguments. */
  def makesTuple(owner: String, method: String): Boolean = does(Tuples, owner, method)

  /** Its objects are equal if their parts are. */
  def isTuple(c: String): Boolean = is(Tuple, c)

  /** Its objects are always equal to the same others, and say so without code of the application. */
  def isValue(c: String): Boolean = is(Value, c)

  /** Types with methods of collections and of iterators. */
  val operations: List[String] = of(Operations).map(_.pattern)

  /** Types of objects that code which compares or shows them asks for their parts. */
  val compounds: List[String] = of(Compound).map(_.pattern)

  /** A super class of iterators that has nothing which changes. */
  def isBare(c: String): Boolean = is(Bare, c)

  /** By an iterator the method changes what is iterated. */
  def edits(owner: String, method: String): Boolean = does(Edits, owner, method)

  /** The generic types of its methods tell which of them return collections. */
  def isTyped(c: String): Boolean = is(Typed, c) && !is(Untyped, c)

  /** Its methods return objects that only stand for the collection they are given. */
  def isConverter(c: String): Boolean = is(Converter, c)
end LibraryModel

private[inference] object LibraryModel:
  import LibraryFacts.Fact

  private def byKind(facts: List[Fact]): Array[List[Fact]] =
    val found = Array.fill(FactKind.values.length)(List.newBuilder[Fact])
    var left = facts
    while left.nonEmpty do
      found(left.head.kind.ordinal) += left.head
      left = left.tail
    found.map(_.result())

  /** Names, and beginnings of names. */
  private final class Matcher(patterns: => List[String]):
    // a start asks few of the matchers
    private lazy val exact = patterns.filterNot(_.endsWith("*")).toSet
    private lazy val prefixes = patterns.filter(_.endsWith("*")).map(_.stripSuffix("*"))
    // a question that an analysis asks thousands of times, about some hundred names
    private val known = Memo[String, java.lang.Boolean](fits)
    def apply(name: String): Boolean = known(name)
    def names(name: String): Boolean = exact(name)
    def fits(name: String): Boolean = exact(name) || prefixes.exists(name.startsWith)

    /** All names that begin so. */
    def fitsAll(beginning: String): Boolean = prefixes.exists(beginning.startsWith)

  /** Methods of classes; most classes have none. */
  private final class MethodMatcher(facts: List[Fact]):
    private lazy val all = facts.map(f => (Matcher(List(f.pattern)), Matcher(f.methods)))
    private val ofClass = Memo[String, List[Matcher]](c => all.collect { case (cls, m) if cls(c) => m })
    def apply(owner: String, method: String): Boolean =
      val fit = ofClass(owner)
      fit.nonEmpty && fit.exists(_(method))

  /** The facts of this module, and those of all others on its class path. */
  lazy val standard: LibraryModel = LibraryModel(LibraryFacts.standard)

  /** @throws IllegalArgumentException if a line is no fact; it names the line */
  def parse(text: String): LibraryModel = LibraryModel(LibraryFacts.parse(text, "the library model"))
end LibraryModel
