package eddy.inference.internal.library

import eddy.inference.internal.bytecode.{ClassReader, LambdaSite, Memo}
import eddy.inference.internal.classpath.{ClassPath, ClassPlace, ClassRepository, ClassTable}
import eddy.state.Checked

import java.nio.file.{Files, Path as FilePath}
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** The closed world: which classes and closures of the application could stand behind a type. Read from the
  * class path of the JVM and from wherever else handlers come from, when the first question is asked. A
  * class that is loaded from elsewhere later is not in it: see docs/inference.md.
  */
private[inference] final class ClassIndex(repository: ClassRepository, library: => LibraryModel):
  /** Folders or jars that were read together. */
  private final class Part(val places: IndexedSeq[ClassPlace], val table: ClassTable):
    // few classes that make closures are asked for, and those for several interfaces
    private val closures = Memo[(String, Int), List[LambdaSite]]((file, place) =>
      ClassReader(places(place).content(file)).lambdaSites.asScala.toList.reverse
    )
    def closuresOf(interfaceName: String): List[LambdaSite] = table.makers(interfaceName).flatMap(closures(_))

    def users(cls: String): List[ClassReader] =
      table.users(cls).map((file, place) => ClassReader(places(place).content(file)))

    def isOurs(name: String): Boolean =
      table.homes(name).exists(i => places(i).isFolder || own.contains(places(i).root))

  private final class Reading(read: () => Part):
    lazy val part: CompletableFuture[Part] = CompletableFuture.supplyAsync(() => read())

  // by the folder or jar
  private val parts = ConcurrentHashMap[FilePath, Reading]()

  // where handlers came from: the application, and not what it is made with; libraries among them do not
  // count
  private val own = ConcurrentHashMap.newKeySet[FilePath]()

  private final class Below(val concrete: List[String], val closures: List[LambdaSite])
  private lazy val known = answers(below)

  private lazy val classPath: Unit =
    // apart, since only what is read of jars can be kept: a program in development has folders beside them
    val (folders, jars) = ClassPath.entries.map(ClassPlace(_)).partition(_.isFolder)
    add(jars, ClassTables.kept(_, library))
    add(folders, ClassTables.read(_, library))

  private def add(places: IndexedSeq[ClassPlace], read: IndexedSeq[ClassPlace] => ClassTable): Unit =
    val part = Reading: () =>
      Origins.search(places.map(_.root))
      val application = places.filter(p => Origins.isApplication(p.root))
      Part(application, read(application))
    places.foreach(p => parts.put(p.root, part))

  /** Nothing was added but the class path. */
  def isClassPath: Boolean = !hasMore
  @volatile private var hasMore = false

  /** Adds where the class was loaded from, and with the first class what the JVM was started with. */
  def include(cls: Class[?]): Unit =
    classPath
    for root <- ClassPath.rootOf(cls) do
      include(root)
      if own.add(root) && Files.isDirectory(root) then Checked.inDevelopment()

  private def include(root: FilePath): Unit =
    val _ = parts.computeIfAbsent(
      root,
      r =>
        hasMore = true
        Reading: () =>
          val all = if Origins.isApplication(r) then Vector(ClassPlace(r)) else Vector.empty
          Part(all, ClassTables.read(all, library))
    )

  /** Concrete classes that are `t` or below it. */
  def concreteBelow(t: String): List[String] = known(t).concrete

  /** Those of them that are in folders, or beside a handler: dependencies in files of their own are left
    * out.
    */
  def ownBelow(t: String): List[String] =
    val found = all
    concreteBelow(t).filter(n => found.exists(_.isOurs(n)))

  /** Closures that these make. */
  def ownClosuresBelow(t: String): List[LambdaSite] =
    val found = all
    closuresBelow(t).filter(s => found.exists(_.isOurs(s.owner)))

  /** Closures made for `t` or an interface below it. */
  def closuresBelow(t: String): List[LambdaSite] = known(t).closures

  /** Classes that name one whose users were to be found. */
  def users(cls: String): List[ClassReader] = all.flatMap(_.users(cls))

  /** Some code makes maps that keep the order in which they are used. Libraries and Eddy's own modules hand
    * none of theirs out.
    */
  def reordering: Boolean = anyReorders("")
  private lazy val anyReorders = answers[String, Boolean](_ => all.exists(_.table.reorders))

  /** Keeps what follows from the index, until there are more classes in it. */
  def answers[K <: AnyRef, V](answer: K => V): K => V =
    val known = ConcurrentHashMap[K, (Int, V)]()
    key =>
      val places = parts.size + own.size
      val before = known.get(key)
      if before != null && before(0) == places then before(1)
      else
        val found = answer(key)
        val _ = known.put(key, (places, found))
        found

  private def all: List[Part] =
    // several at a time, and none before the first question: many handlers need none
    parts.values.forEach(p => p.part: Unit)
    parts.values.asScala.toList.distinct.map(_.part.join)

  private def below(t: String): Below =
    val found = all
    val names = search(t, found)
    // subtypes of the application's types were read
    val concrete = names.filter: n =>
      if n == t || library.isLibrary(n) then repository.info(n).exists(_.isConcrete)
      else !found.exists(_.table.isAbstract(n))
    val closures =
      for
        n <- names
        part <- found
        site <- part.closuresOf(n)
        if site.interfaces.contains(n)
      yield site
    Below(concrete, closures.distinct)

  private def search(t: String, found: List[Part]): List[String] =
    val seen = mutable.LinkedHashSet[String]()
    def visit(n: String): Unit = if seen.add(n) then
      found.foreach(_.table.subclasses(n).foreach(visit))
    visit(t)
    // the library's own classes are not in the index: those that the application extends count where they fit
    if library.isLibrary(t) then
      for f <- found; above <- f.table.foreignAbove if repository.isSubtype(above, t) do visit(above)
    seen.toList
end ClassIndex
