package eddy.inference.internal.library

import eddy.inference.internal.bytecode.{ClassOutline, Descriptors}
import eddy.inference.internal.classpath.{ClassPath, IndexFolder}

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path as FilePath}
import java.util.Arrays
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap}
import java.util.zip.ZipFile
import scala.jdk.CollectionConverters.*
import scala.util.Using
import scala.util.control.NonFatal

/** Tells the classes of the application from those of libraries, by where they come from.
  *
  * The application consists of the folders of the class path and of the jars that depend on Eddy: those with
  * a class that names one of Eddy's. Other jars and the JDK are libraries. The system property
  * `eddy.application` adds packages (`com.acme`) and jars (`acme-model.jar`), separated by commas. The
  * manifest of a jar may say what the jar is, see [[ManifestOrigin]]. A jar that contains Eddy itself holds a
  * whole program: there the packages that its manifest or the property names are the application, or without
  * any, all classes that no fact calls a library.
  *
  * Any thread. The first question about a jar may wait until its classes have been searched; with
  * `-Deddy.index` the answer is kept between starts.
  */
private[inference] object Origins:
  private[inference] enum Kind derives CanEqual:
    case Application, Library

    /** A whole program in one jar. */
    case Assembly

  private val named =
    ManifestOrigin.names(System.getProperty("eddy.application", "")) ++
      // a program that is started by java -jar has no room for options
      ClassPath.rootOf(getClass).toList.flatMap(ManifestOrigin.packages)
  private val (namedJars, packages) = named.partition(_.endsWith(".jar"))
  private val folders = packages.map(p => s"${p.stripSuffix(".*").replace('.', '/')}/")

  private lazy val kept = KeptOrigins(
    IndexFolder.path.map(_.resolve("origins")),
    depends(named, LibraryModel.standard)
  )

  /** What a kind follows from beside the jar itself: kept kinds hold as long as this is the same. */
  private[inference] def depends(named: List[String], facts: LibraryModel): String =
    s"${ManifestOrigin.Attribute} ${named.mkString(",")} ${Integer.toHexString(facts.indexed.hashCode)}"

  private val kinds = ConcurrentHashMap[FilePath, CompletableFuture[Kind]]()

  private val ofClasses = new ClassValue[java.lang.Boolean]:
    override def computeValue(c: Class[?]): java.lang.Boolean = search(c)

  /** In a package that `eddy.application` names. */
  def isNamed(c: String): Boolean = folders.exists(c.startsWith)

  /** Whether the class belongs to a library; a generated class without a place does not. */
  def isLibrary(c: Class[?]): Boolean = ofClasses.get(c)

  private def search(c: Class[?]): Boolean =
    if c.isArray || c.isPrimitive then true
    else if isPlatform(c.getClassLoader) then true
    else
      val name = Descriptors.internalName(c)
      if folders.exists(name.startsWith) then false
      else
        placeOf(c) match
          case Location.Platform => true
          case Location.Unknown => false
          case Location.At(root) =>
            kindOf(root).join match
              case Kind.Application => false
              case Kind.Library => true
              case Kind.Assembly => folders.nonEmpty

  private def isPlatform(loader: ClassLoader | Null) =
    loader == null || (loader eq ClassLoader.getPlatformClassLoader)

  private enum Location derives CanEqual:
    case Platform, Unknown
    case At(root: FilePath)

  private def placeOf(c: Class[?]): Location =
    val found =
      for
        domain <- Option(c.getProtectionDomain)
        source <- Option(domain.getCodeSource)
        url <- Option(source.getLocation)
      yield url
    found match
      case Some(url) if url.getProtocol == "file" => Location.At(FilePath.of(url.toURI))
      case Some(url) if url.getProtocol == "jrt" => Location.Platform
      case _ => Location.Unknown

  /** Begins to search these jars, several at a time. */
  def search(roots: Iterable[FilePath]): Unit = roots.foreach(kindOf(_): Unit)

  /** Whether classes in this folder or jar belong to the application. */
  def isApplication(root: FilePath): Boolean = kindOf(root).join != Kind.Library

  private def kindOf(root: FilePath): CompletableFuture[Kind] =
    kinds.computeIfAbsent(root, r => CompletableFuture.supplyAsync(() => find(r)))

  private def find(root: FilePath): Kind =
    if Files.isDirectory(root) then Kind.Application
    else if !Files.exists(root) then Kind.Library
    else if namedJars.contains(root.getFileName.toString) then Kind.Application
    else
      kept.of(root).getOrElse:
        val found =
          try Using.resource(ZipFile(root.toFile))(kindOf)
          // not a jar
          catch case NonFatal(_) => Kind.Library
        kept.keep(root, found)
        found

  private def kindOf(jar: ZipFile): Kind =
    def has(file: String) = jar.getEntry(file) != null
    val files = jar.entries.asScala.map(_.getName).filter(isClass).toVector
    if has(Program) && files.exists(!_.startsWith(Eddy)) then Kind.Assembly
    else ManifestOrigin.of(jar).fold(byContent(jar, files))(if _ then Kind.Application else Kind.Library)

  private def byContent(jar: ZipFile, files: Vector[String]): Kind =
    val facts = LibraryModel.standard
    if files.exists(f => folders.exists(f.startsWith) || facts.isFollowed(f)) then Kind.Application
    // a large library has thousands of files in some packages
    else if packages(files).forall(facts.isLibraryPackage) || files.forall(facts.isLibraryFile) then
      Kind.Library
    else if files.exists(f => names(Using.resource(jar.getInputStream(jar.getEntry(f)))(_.readAllBytes))) then
      Kind.Application
    else Kind.Library

  private def isClass(file: String) =
    file.endsWith(".class") && !file.startsWith("META-INF/") && file != "module-info.class"

  private def packages(files: Vector[String]): Set[String] =
    files.iterator.map(f => f.substring(0, f.lastIndexOf('/') + 1)).toSet

  /** A class of Eddy's is among the constants of the class. */
  private def names(classFile: Array[Byte]): Boolean =
    contains(classFile) && ClassOutline(classFile).namesClass(_.startsWith(Eddy))

  private val Eddy = "eddy/"
  private val Program = "eddy/state/SharedObject.class"
  private val wanted = Eddy.getBytes(UTF_8)

  /** Quick to exclude most classes without reading their constants: looks at every fifth byte, and further
    * only if that could be part of what is wanted (Horspool 1980).
    */
  private def contains(bytes: Array[Byte]): Boolean =
    var end = wanted.length - 1
    var found = false
    while !found && end < bytes.length do
      bytes(end) match
        case '/' =>
          found = Arrays.equals(bytes, end - wanted.length + 1, end + 1, wanted, 0, wanted.length)
          end += wanted.length
        case 'y' => end += 1
        case 'd' => end += 2
        case 'e' => end += 4
        case _ => end += wanted.length
    found
end Origins
