package eddy.inference.internal.classpath

import eddy.inference.internal.library.{ClassTables, LibraryModel}
import eddy.push.subjects.Recent

import java.nio.file.{Files, Path as FilePath}
import java.util.Comparator
import java.util.jar.{JarEntry, JarOutputStream}
import scala.util.Using

class ClassTableSuite extends eddy.testing.PatientSuite:
  private val library = LibraryModel.standard
  private val folder = FilePath.of(classOf[subjects.App].getProtectionDomain.getCodeSource.getLocation.toURI)

  private val inFolder = FunFixture[FilePath](
    _ => Files.createTempDirectory("table"),
    folder =>
      Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[FilePath]).forEach(Files.delete(_)))
  )

  private def entry(name: String, home: Int, isAbstract: Boolean, above: String*) =
    ClassTable.Entry(name, s"$name.class", home, isAbstract, above.toList, Nil, Nil, false)

  private def example = ClassTable.of(
    Seq(
      entry("a/Base", 0, true, "java/util/AbstractList"),
      entry("a/One", 0, false, "a/Base"),
      // the same hash codes
      entry("a/AaAa", 1, false, "a/Base", "a/BBBB"),
      entry("a/BBBB", 1, true),
      ClassTable.Entry(
        "a/Maker",
        "odd/Maker.class",
        2,
        false,
        Nil,
        List("a/Base", "a/Ünder"),
        List("a/Base", "java/lang/Used"),
        true
      ),
      entry("a/One", 2, true)
    )
  )

  private def says(t: ClassTable) =
    for n <- List("a/Base", "a/One", "a/AaAa", "a/BBBB", "a/AaBB", "a/Ünder", "java/util/AbstractList", "")
    yield (n, t.subclasses(n), t.homes(n), t.isAbstract(n), t.makers(n))

  test("it says which classes are right below one, where they are, and which make closures"):
    assertEquals(
      says(example),
      List(
        ("a/Base", List("a/AaAa", "a/One"), List(0), true, List(("odd/Maker.class", 2))),
        ("a/One", Nil, List(2, 0), true, Nil),
        ("a/AaAa", Nil, List(1), false, Nil),
        ("a/BBBB", List("a/AaAa"), List(1), true, Nil),
        ("a/AaBB", Nil, Nil, false, Nil),
        ("a/Ünder", Nil, Nil, false, List(("odd/Maker.class", 2))),
        ("java/util/AbstractList", List("a/Base"), Nil, false, Nil),
        ("", Nil, Nil, false, Nil)
      )
    )
    assertEquals(example.foreignAbove, List("java/util/AbstractList"))
    assertEquals(example.users("java/lang/Used"), List(("odd/Maker.class", 2)))
    assertEquals(example.users("a/One"), Nil)

  test("it says the same when it was written and read again"):
    val again = ClassTable(example.toBytes)
    assertEquals(says(again), says(example))
    assertEquals(again.foreignAbove, example.foreignAbove)
    assert(again.reorders)
    assertEquals(again.users("a/Base"), List(("odd/Maker.class", 2)))
    assert(!ClassTable.of(Seq(entry("a/One", 0, false))).reorders)

  test("maps in the order of use count where the application makes them, and not where Eddy does"):
    def reorders(folder: FilePath) = ClassTables.read(Vector(ClassPlace(folder)), library).reorders
    assert(reorders(folder))
    val tests = FilePath.of(classOf[Recent].getProtectionDomain.getCodeSource.getLocation.toURI)
    assert(Files.exists(tests.resolve("eddy/push/subjects/Recent.class")))
    assert(!reorders(tests))

  /** A jar with some of the classes that these tests are about. */
  private def jar(file: FilePath, names: String*): Unit =
    Using.resource(JarOutputStream(Files.newOutputStream(file))): to =>
      for name <- names do
        to.putNextEntry(JarEntry(s"subjects/$name.class"))
        to.write(Files.readAllBytes(folder.resolve(s"subjects/$name.class")))

  inFolder.test("each list of jars has a file of its own"): folder =>
    val (index, one, two) = (folder.resolve("index"), folder.resolve("one.jar"), folder.resolve("two.jar"))
    jar(one, "App")
    jar(two, "App$")
    for jars <- List(Vector(one), Vector(two), Vector(one, two)) do
      val _ = ClassTables.kept(index, jars.map(ClassPlace(_)), library)
    assertEquals(index.toFile.list.length, 3)

  private def onlyFile(index: FilePath): FilePath =
    assertEquals(index.toFile.list.length, 1)
    index.resolve(index.toFile.list.head)

  inFolder.test("a kept table is used as long as the jars are the same, and made again when one is another"):
    folder =>
      val (index, one) = (folder.resolve("not/yet/index"), folder.resolve("one.jar"))
      jar(one, "App", "App$")
      def table() = ClassTables.kept(index, Vector(ClassPlace(one)), library)
      assertEquals(table().homes("subjects/App"), List(0))
      val file = onlyFile(index)
      // to be seen in what is kept, if that is asked
      val marked = new String(Files.readAllBytes(file), "ISO-8859-1").replace("subjects/App", "subjects/Abb")
      Files.write(file, marked.getBytes("ISO-8859-1"))
      assertEquals(table().homes("subjects/App"), Nil)
      jar(one, "App")
      assertEquals(table().homes("subjects/App"), List(0))
      assertEquals(table().homes("subjects/App$"), Nil)

  inFolder.test("a file that is not whole is not used"): folder =>
    val (index, one) = (folder.resolve("index"), folder.resolve("one.jar"))
    jar(one, "App")
    def table() = ClassTables.kept(index, Vector(ClassPlace(one)), library)
    val _ = table()
    val file = onlyFile(index)
    for length <- List(0, 10) do
      val _ = Files.write(file, Files.readAllBytes(file).take(length))
      assertEquals(table().homes("subjects/App"), List(0))

  inFolder.test("where nothing can be kept, classes are read"): folder =>
    val one = folder.resolve("one.jar")
    jar(one, "App")
    // a file, where the folder would have to be
    val table = ClassTables.kept(one.resolve("index"), Vector(ClassPlace(one)), library)
    assertEquals(table.homes("subjects/App"), List(0))
end ClassTableSuite
