package eddy.inference.internal.library

import eddy.inference.internal.bytecode.{Descriptors, Memo}
import eddy.inference.internal.classpath.ClassRepository
import eddy.state.Mode

import java.net.URL
import java.nio.charset.StandardCharsets.UTF_8
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** What is known of code that the analysis does not follow, the JDK's and the Scala library's: which classes
  * are immutable, which are safe to share, which methods only read. The facts are data, in `library.txt`,
  * with tests, of widely used libraries in `libraries.txt`, and of others in `META-INF/eddy/library.txt` of
  * whoever knows them; what they do not name is taken to write. All class names are internal names.
  */
private[inference] final class LibraryModel(
    facts: List[LibraryModel.Fact],
    classOf: String => Option[Class[?]] = _ => None,
    annotations: String => Set[String] = _ => Set.empty
):
  import LibraryModel.{Matcher, MethodMatcher}

  private val ofKinds = facts.groupBy(_.kind)
  private def of(kind: String) = ofKinds.getOrElse(kind, Nil)
  private def classes(kind: String) = Matcher(of(kind).map(_.pattern))
  private def methods(kind: String) = MethodMatcher(of(kind))

  private val libraries = classes("library")
  private val standard = classes("standard")
  private val followed = classes("followed")
  private val frameworks = classes("framework")
  private val platform = classes("platform")
  private val immutables = classes("immutable")
  private val containers = classes("container")
  private val shareables = classes("safe")
  private val functions = classes("function")
  private val opened = classes("open")
  private val general = classes("general")
  private val supplies = classes("supplied")
  private val deferrers = classes("deferred")
  private val ordered = classes("ordered")
  private val wrappers = classes("wrapper")
  private val decorators = classes("decorator")
  private lazy val surrounding = of("around").map(f => (Matcher(List(f.pattern)), f.methods))
  private lazy val keeping = of("keeps").map(f => f.pattern -> f.methods).toMap
  private val serialising = methods("serialises")
  private val ordering = methods("orders")
  private val notifying = methods("completes")
  private lazy val waiting = of("waits").groupMap(_.pattern)(_.methods).view.mapValues(_.flatten).toMap
  private lazy val reading = of("reads").flatMap(f => f.pattern :: f.methods).toSet
  private lazy val readingParts = of("parts").flatMap(f => f.pattern :: f.methods).toSet
  private val exceptions = methods("writes")
  private val spawning = methods("spawns")
  private val inspecting = methods("inspects")
  private val showing = methods("shows")
  private val reflecting = methods("reflective")
  private val filling = methods("fills")
  private val sequencing = methods("sequential")
  private val registering = methods("registers")
  private val closed = methods("closed")
  private lazy val constructing =
    of("constructs").map(f => (Matcher(List(f.pattern)), f.methods.toSet))
  private val decoding = methods("decodes")
  private val trusted = methods("trusted")
  private val residents = classes("resident")
  private val unguarded = classes("unguarded")
  private val catching = methods("catches")
  private val repeatable = methods("harmless")
  private val stable = methods("stable")
  private val lending = methods("lends")
  private val finding = methods("finds")

  /** Tells these facts from others. */
  def fingerprint: Int = facts.hashCode

  /** The facts that say which jars are libraries, and which classes the index has. */
  def indexed: String =
    facts.filter(f => LibraryModel.ofIndex(f.kind)).map(f =>
      (f.kind :: f.pattern :: (if LibraryModel.ofKept(f.kind) then f.methods else Nil)).mkString(" ")
    ).sorted.mkString("\n")

  /** Not followed: by a fact, or since it comes from a library. */
  def isLibrary(c: String): Boolean = c.startsWith("[") || notFollowed(c)
  private lazy val notFollowed =
    Memo[String, java.lang.Boolean](c =>
      !followed(
        c
      ) && !Origins.isNamed(c) && (libraries(c) || !isOurs(c) && classOf(c).exists(Origins.isLibrary))
    )

  /** The same for a class that was loaded. */
  def isLibrary(c: Class[?]): Boolean =
    val name = Descriptors.internalName(c)
    isLibrary(name) || !isOurs(name) && Origins.isLibrary(c)

  /** Not of a library, wherever it comes from. */
  private def isOurs(c: String) = followed(c) || frameworks(c) || platform(c)

  /** Of a library whose code is followed as the application's. */
  def isFollowed(file: String): Boolean = followed.fits(file)

  /** Of a third party: the names of its methods do not tell what they do. */
  def isThirdParty(c: String): Boolean = thirdParty(c)
  private lazy val thirdParty =
    Memo[String, java.lang.Boolean](c => !c.startsWith("[") && !standard(c) && isLibrary(c))

  def isThirdParty(c: Class[?]): Boolean =
    val name = Descriptors.internalName(c)
    !c.isArray && !standard(name) && isLibrary(c)

  /** The same facts, of classes as this repository sees them. */
  def of(repository: ClassRepository): LibraryModel =
    LibraryModel(facts, repository.runtime, c => repository.info(c).fold(Set.empty)(_.annotations))

  /** The same for a file of a class, each of which is asked for once. */
  def isLibraryFile(file: String): Boolean = libraries.fits(file) && !followed.fits(file)

  /** The same for all files of a package, given as `io/netty/util/`, unless some are followed. */
  def isLibraryPackage(folder: String): Boolean = libraries.fitsAll(folder)
  def isFramework(c: String): Boolean = frameworks(c)
  def isUser(c: String): Boolean = !isLibrary(c) && !isFramework(c)

  /** Of the application: it may be behind any type of the library that it extends. */
  def isApplications(c: String): Boolean = isUser(c) && !platform(c)
  def isImmutable(c: String): Boolean = immutables(c) || isThirdParty(c) && declaredImmutable(c)
  private lazy val declaredImmutable = Memo[String, java.lang.Boolean](c =>
    above(c).exists(immutables(_)) ||
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

  private def holds(kind: MethodMatcher, owner: String, method: String): Boolean =
    kind(owner, method) || above(owner).exists(kind(_, method))

  /** An object of exactly this class cannot change. */
  def isFixed(c: String): Boolean = isImmutable(c) || isThirdParty(c) && fixed(c)
  private lazy val fixed = Memo[String, java.lang.Boolean](c => classOf(c).exists(Immutability.isFixed))
  def isContainer(c: String): Boolean = containers(c)
  def isShareable(c: String): Boolean = shareables(c) || isThirdParty(c) && declaredSafe(c)
  private lazy val declaredSafe =
    Memo[String, java.lang.Boolean](c =>
      above(c).exists(shareables(_)) || Immutability.isDeclaredThreadSafe(annotations(c))
    )
  def isFunction(c: String): Boolean = functions(c)

  /** A type of the library that applications implement, and whose methods they may find on any object. */
  def isOpen(c: String): Boolean = opened(c)

  /** Says so little of an object that who knows it as one of these calls nothing of the application's. */
  def isGeneral(c: String): Boolean = general(c)

  /** What library code gives of this type to the application is its own. */
  def isSupplied(c: String): Boolean = functions(c) || supplies(c)

  /** Calls functions of the application that were put in earlier, and that cannot be found from outside. */
  def isDeferred(c: String): Boolean = deferrers(c)

  /** Calls an ordering or a comparator that can be asked for. */
  def isOrdered(c: String): Boolean = ordered(c)

  /** Reads and changes another object, which others may have by itself. */
  def isWrapper(c: String): Boolean = wrappers(c)

  /** The types of what such an object may be made around, which may be the application's own: uses of it call
    * that.
    */
  def inside(c: String): List[String] = surrounded(c)
  private lazy val surrounded =
    Memo[String, List[String]](c =>
      surrounding.collect { case (cls, types) if cls(c) => types }.flatten.distinct
    )

  /** The methods that hand over functions which an object of exactly this class keeps, and may call when
    * it is used.
    */
  def keeps(c: String): List[String] = keeping.getOrElse(c, Nil)

  /** Classes of such objects. */
  val keepers: List[String] = keeping.keys.toList.sorted

  /** Writes objects by Java's serialisation. */
  def serialises(owner: String, method: String): Boolean = serialising(owner, method)

  /** Compares elements by their natural order, or makes what does. */
  def orders(owner: String, method: String): Boolean = ordering(owner, method)

  /** Runs functions that wait for it, on the same thread. */
  def completes(owner: String, method: String): Boolean = notifying(owner, method)

  /** The methods, or the executor, by which functions come to wait for an object of the class. */
  def waits(owner: String): List[String] = waiting.getOrElse(owner, Nil)

  /** Classes whose users the index finds. */
  def keepingClasses: List[String] =
    (keeping.values.flatten ++ waiting.values.flatten).map(_.takeWhile(_ != '.'))
      .toList.distinct.sorted

  /** Each use of it may change what it was made with. */
  def isDecorator(c: String): Boolean = decorators(c)

  /** A collection, buffer, builder or array that a data race can break. */
  def isMutable(c: String): Boolean = mutables(c)
  private lazy val mutables = Memo[String, java.lang.Boolean](c =>
    c.startsWith("[") || isLibrary(c) && !isImmutable(c) && !isContainer(c) && !isShareable(c) &&
      !isFunction(c) && !LibraryModel.saysNothing(c)
  )

  /** What calling the method does to a mutable object, of that class where it is known.
    *
    * @param reordering
    *   whether there may be maps whose order changes when they are read
    */
  def mode(owner: String, method: String, cls: Option[String], reordering: => Boolean = true): Mode =
    if exceptions(owner, method) || cls.exists(exceptions(_, method)) || isThirdParty(owner) then Mode.Writes
    // of an object that is known by an interface only, the worst implementation is assumed
    else if cls.isEmpty && LibraryModel.reorderedBy(method) && LibraryModel.mayReorder(owner) && reordering
    then Mode.Writes
    else if reading(Descriptors.general(method)) then Mode.Reads
    else Mode.Writes

  /** The same for a view, an iterator or an entry that a collection handed out. */
  def modeOfPart(owner: String, method: String): Mode =
    if readingParts(method) then Mode.Reads else mode(owner, method, None)

  /** The method changes objects of the class, although its name says that it reads. */
  def isChangedBy(cls: String, method: String): Boolean = exceptions(cls, method)

  def changesArguments(owner: String, method: String): Boolean =
    exceptions(owner, method) || filling(owner, method)
  def spawns(owner: String, method: String): Boolean = holds(spawning, owner, method)

  /** Reads its arguments and their fields, and changes none of them. */
  def inspects(owner: String, method: String): Boolean = holds(inspecting, owner, method)

  /** Calls nothing of its arguments but `toString`. */
  def shows(owner: String, method: String): Boolean = holds(showing, owner, method)

  /** Hands what it is given to a unit of its own, such as an actor, where events run one after another. */
  def sequences(owner: String, method: String): Boolean = sequencing(owner, method)

  /** Takes callbacks that run later, each under locks of its own, beside the one that hands them over. */
  def registers(owner: String, method: String): Boolean = registering(owner, method)

  /** What the functions throw that it calls may be in its result. */
  def catches(owner: String, method: String): Boolean = holds(catching, owner, method)

  /** The methods that a constructor of the class calls of the object. */
  def calledByConstructor(c: String): Set[String] = calledIn(c)
  private lazy val calledIn =
    Memo[String, Set[String]](c =>
      constructing.collect { case (cls, called) if cls(c) => called }.flatten.toSet
    )

  /** What it calls of what it is given touches nothing shared. */
  def isClosed(owner: String, method: String): Boolean = closed(owner, method)

  /** Makes objects of the application's, which nobody else has. */
  def decodes(owner: String, method: String): Boolean = holds(decoding, owner, method)

  /** A method of the library's that the application implements, without touching anything shared. */
  def isTrusted(owner: String, method: String): Boolean = trusted(owner, method)

  /** Keeps code of the application and runs it elsewhere: none of it is called by who uses the object. */
  def isResident(c: String): Boolean = residents(c) || above(c).exists(residents(_))

  /** Its callbacks need no locks, whatever they use. */
  def isUnguarded(c: String): Boolean = unguarded(c)

  /** Gives an equal value each time, from values that cannot change. */
  def isStable(owner: String, method: String): Boolean = stable(owner, method)

  /** Gives objects of the application's that nobody hands to it. */
  def finds(owner: String, method: String): Boolean = finding(owner, method)

  /** Gives an object that nobody else has until it is given back. */
  def lends(owner: String, method: String): Boolean = holds(lending, owner, method)

  def isReflective(owner: String, method: String): Boolean =
    reflecting(owner, method)

  /** Does nothing that counts when it is given texts and numbers only. */
  def isInert(owner: String, method: String): Boolean =
    !isIrrevocable(owner, method) && !isReflective(owner, method) && !spawns(owner, method) &&
      !sequences(owner, method) && !registers(owner, method) && !finds(owner, method) &&
      !decodes(owner, method) && !lends(owner, method)

  /** Tells the world something that cannot be taken back. */
  def isIrrevocable(owner: String, method: String): Boolean =
    !isImmutable(owner) && (isShareable(owner) || owner.startsWith("java/io/") || owner.startsWith(
      "java/net/"
    ) || owner.startsWith(
      "java/nio/"
    ) ||
      owner == "scala/Predef$" && method.startsWith("print")) && !repeatable(owner, method)
end LibraryModel

private[inference] object LibraryModel:
  /** The class of `ExecutionContext.parasitic`. */
  val OnTheSpot = "scala/concurrent/ExecutionContext$parasitic$"

  /** Types of a map whose order of use may change when it is read. */
  private val mayReorder =
    Set("java/util/Map", "java/util/AbstractMap", "java/util/HashMap", "java/util/SequencedMap")
  private val reorderedBy = Set("get", "getOrDefault")

  private[inference] final case class Fact(kind: String, pattern: String, methods: List[String])

  /** Types so general that they say nothing about what an object is. */
  private val saysNothing = Set(
    "java/lang/Object",
    "java/lang/Iterable",
    "java/lang/Comparable",
    "java/lang/CharSequence",
    "java/io/Serializable",
    "java/lang/Cloneable",
    "java/lang/AutoCloseable",
    "java/io/Closeable",
    "java/util/Comparator",
    "scala/Equals"
  )
  private val kinds = Set(
    "library",
    "standard",
    "followed",
    "inspects",
    "shows",
    "framework",
    "platform",
    "immutable",
    "container",
    "safe",
    "harmless",
    "function",
    "open",
    "general",
    "supplied",
    "deferred",
    "ordered",
    "wrapper",
    "decorator",
    "keeps",
    "serialises",
    "orders",
    "waits",
    "completes",
    "around",
    "reads",
    "parts",
    "writes",
    "fills",
    "spawns",
    "sequential",
    "registers",
    "catches",
    "closed",
    "constructs",
    "decodes",
    "trusted",
    "resident",
    "unguarded",
    "stable",
    "lends",
    "finds",
    "reflective"
  )

  private val ofKept = Set("keeps", "waits")
  private val ofIndex = Set("library", "function", "followed") ++ ofKept

  /** Names, and beginnings of names. */
  private final class Matcher(patterns: List[String]):
    // a start asks few of the matchers
    private lazy val exact = patterns.filterNot(_.endsWith("*")).toSet
    private lazy val prefixes = patterns.filter(_.endsWith("*")).map(_.stripSuffix("*"))
    // a question that an analysis asks thousands of times, about some hundred names
    private val known = Memo[String, java.lang.Boolean](fits)
    def apply(name: String): Boolean = known(name)
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

  /** Where applications and libraries put facts of their own. */
  private val OfOthers = "META-INF/eddy/library.txt"

  /** What comes with the module, and with whatever else is on its class path. */
  lazy val standard: LibraryModel =
    val own = List("library.txt", "libraries.txt").map(name =>
      Option(getClass.getResource(name))
        .getOrElse(throw IllegalStateException(
          s"$name is missing beside the classes of eddy.state.inference"
        ))
    )
    val others = getClass.getClassLoader.getResources(OfOthers).asScala
    LibraryModel((own ++ others).flatMap(url => facts(read(url), url.toString)))

  private def read(url: URL) = Using.resource(url.openStream)(in => String(in.readAllBytes, UTF_8))

  /** @throws IllegalArgumentException if a line is no fact; it names the line */
  def parse(text: String): LibraryModel = LibraryModel(facts(text, "the library model"))

  private def facts(text: String, source: String): List[Fact] =
    // every start reads a thousand lines before anything is compiled
    val found = List.newBuilder[Fact]
    val lines = text.split("\n")
    for i <- lines.indices do
      val line = lines(i)
      if !line.startsWith("#") && !line.isBlank then
        val words = line.trim.split(" ").iterator.filter(_.nonEmpty).toList
        words match
          case kind :: pattern :: methods if kinds(kind) => found += Fact(kind, pattern, methods)
          case _ => throw IllegalArgumentException(
              s"line ${i + 1} of $source is no fact: \"$line\"; kinds are ${kinds.toList.sorted.mkString(", ")}"
            )
    found.result()
end LibraryModel
