package eddy.inference

import java.io.File
import java.lang.reflect.Modifier
import java.net.{URI, URLClassLoader}
import java.nio.file.{FileSystems, Files, Path as FilePath}
import java.util.zip.ZipFile
import scala.jdk.CollectionConverters.*
import scala.util.{Try, Using}

/** The facts of all of Eddy's modules name existing classes and methods: a fact about a renamed one has no
  * effect.
  */
class LibraryFactsSuite extends eddy.testing.PatientSuite:
  import LibraryFactsSuite.*

  private val checkout = FilePath.of(sys.env("EDDY_CHECKOUT"))
  private val files =
    val folders = Using.resource(Files.list(checkout))(_.iterator.asScala.toList).filter: f =>
      Files.isDirectory(f) && f.getFileName.toString != "out" && !f.getFileName.toString.startsWith(".")
    folders.flatMap: folder =>
      Using.resource(Files.walk(folder)): found =>
        found.iterator.asScala.filter: f =>
          val path = checkout.relativize(f).toString.replace(File.separatorChar, '/')
          isFacts(path) && !path.contains("/test/")
        .toList
    .sorted

  private val facts: List[Fact] =
    for
      file <- files
      line <- Files.readAllLines(file).asScala.toList
      if !line.isBlank && !line.startsWith("#")
      kind :: pattern :: methods = line.trim.nn.split(" +").nn.toList.map(_.nn): @unchecked
    yield Fact(kind, pattern, methods)

  /** Of the modules whose facts they are; nothing in them is run. */
  private val roots = String(System.getProperty("eddy.fact.classes")).split(File.pathSeparator).nn.toList.map(
    p => FilePath.of(p.nn)
  )
  private val loader = URLClassLoader(
    roots.map(_.toUri.toURL).toArray,
    getClass.getClassLoader
  )
  override def afterAll(): Unit = loader.close()

  /** By internal name. */
  private lazy val classes: Array[String] =
    val ofJdk = Using.resource(Files.walk(FileSystems.getFileSystem(URI("jrt:/")).getPath("modules"))):
      _.iterator.asScala.filter(_.getNameCount > 2).map(f => f.subpath(2, f.getNameCount).toString).toList
    val classPath = String(System.getProperty("java.class.path")).split(File.pathSeparator).toList
    val others = (classPath.map(FilePath.of(_)) ++ roots).distinct.filter(Files.exists(_)).flatMap: root =>
      if Files.isDirectory(root) then
        Using.resource(Files.walk(root))(_.iterator.asScala.map(f => root.relativize(f).toString).toList)
      else Using.resource(ZipFile(root.toFile))(_.entries.asScala.map(_.getName).toList)
    (ofJdk ++ others).filter(_.endsWith(".class")).map(_.stripSuffix(".class").replace(
      File.separatorChar,
      '/'
    ))
      .distinct.sorted.toArray

  private def exists(pattern: String): Boolean =
    if pattern.endsWith("*") then
      val beginning = pattern.stripSuffix("*")
      val at = java.util.Arrays.binarySearch(classes.asInstanceOf[Array[AnyRef]], beginning)
      val next = if at >= 0 then at else -at - 1
      next < classes.length && classes(next).startsWith(beginning)
    else java.util.Arrays.binarySearch(classes.asInstanceOf[Array[AnyRef]], pattern) >= 0

  /** All that a pattern stands for, as far as it can be loaded. */
  private def classesOf(pattern: String): Iterator[Class[?]] =
    val names =
      if !pattern.endsWith("*") then Iterator(pattern)
      else
        val beginning = pattern.stripSuffix("*")
        classes.iterator.dropWhile(!_.startsWith(beginning)).takeWhile(_.startsWith(beginning))
    names.flatMap(n => Try(Class.forName(n.replace('/', '.'), false, loader)).toOption)

  private def methodsOf(c: Class[?]): Set[String] =
    // traits of Scala and nested interfaces, too, whatever their visibility
    def all(c: Class[?] | Null): Set[String] =
      if c == null then Set.empty
      else
        c.getDeclaredMethods.filterNot(m => Modifier.isPrivate(m.getModifiers)).map(_.getName).toSet ++
          all(c.getSuperclass) ++ c.getInterfaces.flatMap(all)
    Try(all(c)).getOrElse(Set.empty) ++ all(classOf[Object]) + "<init>"

  private def has(c: Class[?], method: String): Boolean =
    val known = methodsOf(c)
    if method.endsWith("*") then known.exists(_.startsWith(method.stripSuffix("*"))) else known(method)

  private def ofClasses = facts.filterNot(f => ofNames(f.kind) || f.pattern == "*")

  test("the files of all modules are read"):
    assert(files.sizeIs >= 4, files)
    assert(facts.sizeIs > 1300, facts.size)

  test("the facts name classes that exist, and patterns stand for some"):
    val missing = ofClasses.map(_.pattern).distinct.filterNot(exists)
    assertEquals(missing.diff(notHere), Nil)
    assertEquals(notHere.diff(missing), Nil, "are here now")

  test("the types and methods that the facts name beside a class exist"):
    val missing =
      for
        fact <- ofClasses if types(fact.kind)
        t <- fact.methods.map(m => if m.contains('.') then m.takeWhile(_ != '.') else m)
        if !exists(t)
      yield s"${fact.kind} ${fact.pattern} $t"
    assertEquals(missing, Nil)

  test("the facts name methods that exist"):
    val missing =
      for
        fact <- ofClasses if !types(fact.kind) && !(fact.kind == "writes" && wrapped(fact.pattern))
        m <- fact.methods if m != "*"
        // of a wide pattern some class has it
        if exists(fact.pattern) && !classesOf(fact.pattern).exists(has(_, m))
      yield s"${fact.kind} ${fact.pattern} $m"
    assertEquals(missing, Nil)

  test("each fact is stated once"):
    val all =
      for f <- facts; m <- if f.methods.isEmpty then List("") else f.methods yield (f.kind, f.pattern, m)
    assertEquals(all.diff(all.distinct), Nil)
end LibraryFactsSuite

object LibraryFactsSuite:
  private final case class Fact(kind: String, pattern: String, methods: List[String])

  /** Words that are followed by names of methods only. */
  private val ofNames = Set("reads", "parts")

  /** Words that are followed by types, or by methods with their classes. */
  private val types = Set("keeps", "waits", "around", "passes")

  /** Of libraries that no test brings along, of another system, or generated by the JDK. */
  private val notHere = List(
    "dotty/*",
    "com/mysql/*",
    "sun/nio/fs/WindowsPath",
    "com/mysql/cj/jdbc/MysqlDataSource",
    "jdk/proxy*",
    "com/sun/proxy*",
    "scala/collection/parallel/*"
  )

  /** Its methods are those of a wrapper around such an object. */
  private val wrapped = Set("java/util/LinkedHashMap")

  private def isFacts(path: String) =
    path.endsWith("resources/META-INF/eddy/library.txt") ||
      path.endsWith("internal/library/library.txt") || path.endsWith("internal/library/libraries.txt")
end LibraryFactsSuite
