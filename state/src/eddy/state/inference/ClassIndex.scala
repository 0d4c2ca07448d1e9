package eddy.state.inference

import eddy.state.internal.Checked

import java.io.File
import java.nio.file.{Files, Path as FilePath}
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap}
import java.util.zip.ZipFile
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The closed world: which classes and closures of the application could stand behind a type. Read from the class path of
  * the JVM and from wherever else callbacks come from, in the background from the first callback on; the first question
  * waits for it. A class that is loaded from elsewhere later is not in it: see docs/inference.md.
  */
private[inference] final class ClassIndex(repository: ClassRepository, library: LibraryModel):
  /** What was read from one place; nothing changes any more. */
  private final class Part:
    val subclasses = mutable.HashMap[String, List[String]]()
    val abstracts = mutable.HashSet[String]()
    val names = mutable.HashSet[String]()
    lazy val libraryAbove = subclasses.keys.filter(library.isLibrary).toList
    val makers = mutable.HashMap[String, List[Maker]]()
    var reorders = false

  /** A class that makes closures; few are asked for. */
  private final class Maker(classFile: () => Array[Byte]):
    lazy val closures: List[LambdaSite] = ClassReader(classFile()).lambdaSites.asScala.toList.reverse
  private val parts = ConcurrentHashMap[FilePath, CompletableFuture[Part]]()

  // where callbacks came from: the application, and not what it is made with
  private val own = ConcurrentHashMap.newKeySet[FilePath]()

  private final class Below(val concrete: List[String], val closures: List[LambdaSite])
  private val known = answers(below)

  private lazy val classPath: Unit =
    for
      entry <- System.getProperty("java.class.path", "").split(File.pathSeparator)
      file = FilePath.of(entry).toAbsolutePath.normalize
      if entry.nonEmpty && Files.exists(file)
    do include(file)

  /** Adds where the class was loaded from, and with the first class what the JVM was started with. */
  def include(cls: Class[?]): Unit =
    classPath
    for
      domain <- Option(cls.getProtectionDomain)
      source <- Option(domain.getCodeSource)
      url <- Option(source.getLocation)
      if url.getProtocol == "file"
    do
      val root = FilePath.of(url.toURI)
      include(root)
      if own.add(root) && Files.isDirectory(root) then Checked.inDevelopment()

  private def include(root: FilePath): Unit =
    val _ = parts.computeIfAbsent(root, r => CompletableFuture.supplyAsync(() => read(r)))

  /** Concrete classes that are `t` or below it. */
  def concreteBelow(t: String): List[String] = known(t).concrete

  /** Those of them that are in folders, or beside a callback: dependencies in files of their own are left out. */
  def ownBelow(t: String): List[String] = concreteBelow(t).filter(isOwn)

  private def isOwn(c: String) = parts.asScala.exists((root, p) =>
    (own.contains(root) || Files.isDirectory(root)) && p.join.names(c)
  )

  /** Closures that these make. */
  def ownClosuresBelow(t: String): List[LambdaSite] = closuresBelow(t).filter(s => isOwn(s.owner))

  /** Closures made for `t` or an interface below it. */
  def closuresBelow(t: String): List[LambdaSite] = known(t).closures

  /** Some code makes maps that keep the order in which they are used. That of the libraries hands none of theirs out. */
  def reordering: Boolean = anyReorders("")
  private val anyReorders = answers[String, Boolean](_ => parts.values.asScala.exists(_.join.reorders))

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

  private def below(t: String): Below =
    val found = parts.values.asScala.toList.map(_.join)
    val names = search(t, found)
    // what is below something of the application's was read
    val concrete = names.filter: n =>
      if n == t || library.isLibrary(n) then repository.info(n).exists(_.isConcrete)
      else !found.exists(_.abstracts(n))
    val closures =
      for
        n <- names
        part <- found
        maker <- part.makers.getOrElse(n, Nil)
        site <- maker.closures
        if site.interfaces.contains(n)
      yield site
    Below(concrete, closures.distinct)

  private def search(t: String, found: List[Part]): List[String] =
    val seen = mutable.LinkedHashSet[String]()
    def visit(n: String): Unit = if seen.add(n) then
      found.foreach(_.subclasses.getOrElse(n, Nil).foreach(visit))
    visit(t)
    // the library's own classes are not in the index: those that the application extends count where they fit
    if library.isLibrary(t) then
      for f <- found; above <- f.libraryAbove if repository.isSubtype(above, t) do visit(above)
    seen.toList

  private def read(root: FilePath): Part =
    val part = Part()
    if Files.isDirectory(root) then
      Using.resource(Files.walk(root)): files =>
        for f <- files.iterator.asScala if isOurs(root.relativize(f).toString) do
          add(part, Files.readAllBytes(f), () => Files.readAllBytes(f))
    else if root.toString.endsWith(".jar") then
      def readEntry(jar: ZipFile, name: String) =
        Using.resource(jar.getInputStream(jar.getEntry(name)))(_.readAllBytes)
      Using.resource(ZipFile(root.toFile)): jar =>
        for e <- jar.entries.asScala if isOurs(e.getName) do
          add(
            part,
            readEntry(jar, e.getName),
            () => Using.resource(ZipFile(root.toFile))(readEntry(_, e.getName))
          )
    part

  private def add(part: Part, classFile: Array[Byte], again: () => Array[Byte]): Unit =
    import part.*
    val outline = ClassOutline(classFile)
    if outline.isAbstract then abstracts += outline.name: Unit
    names += outline.name: Unit
    if outline.reorders then reorders = true
    for s <- outline.superName :: outline.interfaces if s.nonEmpty && s != Descriptors.AnyObject do
      subclasses(s) = outline.name :: subclasses.getOrElse(s, Nil)
    val closures =
      (outline.dynamicResults ++ outline.markers.map(Descriptors.ofClass)).filter(isOfInterest).distinct
    if closures.nonEmpty then
      val maker = Maker(again)
      for c <- closures do
        val interfaceName = c.substring(1, c.length - 1)
        makers(interfaceName) = maker :: makers.getOrElse(interfaceName, Nil)

  /** Functions of the library are not in the index: they are too many to say anything. */
  private def isOfInterest(descriptor: String) =
    descriptor.startsWith("L") && descriptor != "Ljava/lang/String;" &&
      !library.isFunction(descriptor.substring(1, descriptor.length - 1))

  private def isOurs(file: String) =
    file.endsWith(".class") && !file.endsWith("module-info.class") && !file.startsWith("META-INF/") &&
      !library.isLibraryFile(file)
end ClassIndex
