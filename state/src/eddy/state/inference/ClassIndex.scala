package eddy.state.inference

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
  private final case class Part(
      subclasses: Map[String, List[String]],
      closures: Map[String, List[LambdaSite]]
  )
  private val parts = ConcurrentHashMap[FilePath, CompletableFuture[Part]]()

  // what is below a type, when there were that many parts: there only come more
  private val known = ConcurrentHashMap[String, (Int, List[String])]()

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
    do include(FilePath.of(url.toURI))

  private def include(root: FilePath): Unit =
    val _ = parts.computeIfAbsent(root, r => CompletableFuture.supplyAsync(() => read(r)))

  /** Concrete classes that are `t` or below it. */
  def concreteBelow(t: String): List[String] = below(t).filter(n => repository.info(n).exists(_.isConcrete))

  /** Closures made for `t` or an interface below it. */
  def closuresBelow(t: String): List[LambdaSite] =
    val found = parts.values.asScala.toList.map(_.join)
    below(t).flatMap(n => found.flatMap(_.closures.getOrElse(n, Nil)))

  private def below(t: String): List[String] =
    val places = parts.size
    val before = known.get(t)
    if before != null && before(0) == places then before(1)
    else
      val found = search(t)
      val _ = known.put(t, (places, found))
      found

  private def search(t: String): List[String] =
    val found = parts.values.asScala.toList.map(_.join)
    val seen = mutable.LinkedHashSet[String]()
    def visit(n: String): Unit = if seen.add(n) then
      found.foreach(_.subclasses.getOrElse(n, Nil).foreach(visit))
    visit(t)
    // the library's own classes are not in the index: those that the application extends count where they fit
    if library.isLibrary(t) then
      for f <- found; above <- f.subclasses.keys if library.isLibrary(above) && repository.isSubtype(above, t)
      do visit(above)
    seen.toList

  private def read(root: FilePath): Part =
    val subclasses = mutable.HashMap[String, List[String]]()
    val closures = mutable.HashMap[String, List[LambdaSite]]()
    def add(bytes: Array[Byte]): Unit =
      val outline = ClassOutline(bytes)
      for s <- outline.superName :: outline.interfaces if s.nonEmpty && s != Descriptors.AnyObject do
        subclasses(s) = outline.name :: subclasses.getOrElse(s, Nil)
      if outline.dynamicResults.exists(isOfInterest) then
        for s <- ClassReader(bytes).lambdaSites.asScala if !library.isFunction(s.interfaceName) do
          closures(s.interfaceName) = s :: closures.getOrElse(s.interfaceName, Nil)
    if Files.isDirectory(root) then
      Using.resource(Files.walk(root)): files =>
        for f <- files.iterator.asScala if isOurs(root.relativize(f).toString) do add(Files.readAllBytes(f))
    else if root.toString.endsWith(".jar") then
      Using.resource(ZipFile(root.toFile)): jar =>
        for e <- jar.stream.iterator.asScala if isOurs(e.getName) do
          add(Using.resource(jar.getInputStream(e))(_.readAllBytes))
    Part(subclasses.toMap, closures.toMap)

  /** Functions of the library are not in the index: they are too many to say anything. */
  private def isOfInterest(descriptor: String) =
    Descriptors.className(descriptor).exists(c => c != "java/lang/String" && !library.isFunction(c))

  private def isOurs(file: String) =
    file.endsWith(".class") && !file.endsWith("module-info.class") && !file.startsWith(
      "META-INF/"
    ) && !library.isLibrary(file)
end ClassIndex
