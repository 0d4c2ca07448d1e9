package eddy.inference.internal.library

import eddy.inference.internal.bytecode.Descriptors
import eddy.inference.internal.classpath.IndexFolder
import eddy.testing.ChildJvm

import java.io.{ByteArrayOutputStream, File}
import java.nio.file.{Files, Path as FilePath}
import java.util.jar.{Attributes, JarFile, Manifest}
import java.util.zip.{ZipEntry, ZipOutputStream}
import scala.jdk.CollectionConverters.*
import scala.util.Using

import org.slf4j.LoggerFactory

class OriginsSuite extends eddy.testing.PatientSuite:
  test("classes of the JDK, of Scala and of jars without Eddy belong to libraries"):
    for c <- List(classOf[String], classOf[List[?]], classOf[LoggerFactory], classOf[Array[Int]]) do
      assert(Origins.isLibrary(c), c)

  test("classes in folders, and their closures, belong to the application"):
    val closure: Int => Int = _ + 1
    for c <- List(classOf[OriginsSuite], closure.getClass) do assert(!Origins.isLibrary(c), c)

  test("a library's closure belongs to it"):
    val closure = Ordering.by[String, Int](_.length)
    assert(Origins.isLibrary(closure.getClass), closure.getClass)

  test("a jar belongs to the application if a class in it names one of Eddy's"):
    val ours = classFile(classOf[OriginsSuite])
    val others = classFile(classOf[LoggerFactory])
    assert(Origins.isApplication(jar("eddy/Ours.class" -> ours)))
    assert(Origins.isApplication(jar("a/Other.class" -> others, "b/Ours.class" -> ours)))
    assert(!Origins.isApplication(jar("a/Other.class" -> others)))
    assert(!Origins.isApplication(jar("readme.txt" -> "eddy/".getBytes)))

  test("a program in one jar with Eddy belongs to the application"):
    val others = classFile(classOf[LoggerFactory])
    assert(Origins.isApplication(jar("eddy/state/SharedObject.class" -> others, "a/Other.class" -> others)))

  test("the manifest of a jar says whether it belongs to the application"):
    val ours = "a/Ours.class" -> classFile(classOf[OriginsSuite])
    val other = "a/Other.class" -> classFile(classOf[LoggerFactory])
    assert(Origins.isApplication(jar(manifest("Eddy-Application: true"), other)))
    assert(!Origins.isApplication(jar(manifest("Eddy-Application: false"), ours)))
    assert(Origins.isApplication(jar(manifest("Eddy-Application: yes"), ours)), "its classes say so")
    assert(!Origins.isApplication(jar(manifest("Built-By: Eddy-Application"), other)))

  test("the manifest of a program in one jar names the packages of the application"):
    val packages = manifest("Eddy-Application: com.acme, org.shop")
    assertEquals(ManifestOrigin.packages(jar(packages)), List("com.acme", "org.shop"))
    assertEquals(ManifestOrigin.packages(jar(manifest("Eddy-Application: true"))), Nil)
    assertEquals(ManifestOrigin.packages(jar("readme.txt" -> Array[Byte]())), Nil)
    assertEquals(ManifestOrigin.packages(FilePath.of("no.jar")), Nil)

  test("a program in one jar is started, and its manifest tells the application from libraries"):
    val folders =
      String(System.getProperty("java.class.path")).split(File.pathSeparator).toList.map(FilePath.of(_))
    val (classes, jars) = folders.filter(Files.exists(_)).partition(Files.isDirectory(_))
    val files = classes.flatMap(filesIn).distinctBy(_(0)).filterNot(_(0) == "META-INF/eddy/library.txt")
    def said(attributes: String*): List[String] =
      val classPath = s"Class-Path: ${jars.map(_.toUri).mkString(" ")}"
      val program = jar((manifest(classPath +: attributes*) +: files)*)
      try
        val process =
          ProcessBuilder(ChildJvm.command("-cp", program.toString, "program.Assembled")*)
            .redirectErrorStream(true).start()
        val output = String(process.getInputStream.readAllBytes)
        assertEquals(process.waitFor(), 0, output)
        output.linesIterator.toList
      finally Files.delete(program)
    assertEquals(said(), List("program.Assembled$ true", "acme.Meter true"))
    assertEquals(said("Eddy-Application: program"), List("program.Assembled$ true", "acme.Meter false"))

  test("the kind of a jar that was kept is found again, until other facts say what belongs to a library"):
    val file = Files.createTempDirectory("origins").resolve("origins")
    val library = jar("a/Other.class" -> classFile(classOf[LoggerFactory]))
    def kept(facts: String) = KeptOrigins(Some(file), Origins.depends(Nil, LibraryModel.parse(facts)))
    kept("library a/*").keep(library, Origins.Kind.Library)
    assertEquals(kept("library a/*").of(library), Some(Origins.Kind.Library))
    assertEquals(kept("library a/*\nfollowed a/*").of(library), None)
    assertEquals(kept("library b/*").of(library), None)

  test("a line that cannot be understood does not spoil the others"):
    val file = Files.createTempDirectory("origins").resolve("origins")
    val library = jar("a/Other.class" -> classFile(classOf[LoggerFactory]))
    for line <- List("", "Nonsense", "Nonsense a", "Nonsense a b") do IndexFolder.append(file, line)
    KeptOrigins(Some(file), "").keep(library, Origins.Kind.Application)
    assertEquals(KeptOrigins(Some(file), "").of(library), Some(Origins.Kind.Application))

  test("a jar whose kind cannot be kept is searched again"):
    // a folder, where the file would have to be
    val folder = Files.createDirectory(Files.createTempDirectory("origins").resolve("origins"))
    val library = jar("a/Other.class" -> classFile(classOf[LoggerFactory]))
    def kept = KeptOrigins(Some(folder), "")
    kept.keep(library, Origins.Kind.Library)
    assertEquals(kept.of(library), None)

  /** Lines of a manifest hold 72 bytes. */
  private def manifest(attributes: String*): (String, Array[Byte]) =
    val made = Manifest()
    made.getMainAttributes.put(Attributes.Name.MANIFEST_VERSION, "1.0")
    for attribute <- attributes do
      val (name, value) = attribute.splitAt(attribute.indexOf(": "))
      made.getMainAttributes.putValue(name, value.drop(2))
    val out = ByteArrayOutputStream()
    made.write(out)
    JarFile.MANIFEST_NAME -> out.toByteArray

  private def filesIn(folder: FilePath): List[(String, Array[Byte])] =
    Using.resource(Files.walk(folder)): found =>
      found.iterator.asScala.filter(Files.isRegularFile(_)).map(f =>
        folder.relativize(f).toString -> Files.readAllBytes(f)
      ).toList

  private def classFile(c: Class[?]): Array[Byte] =
    Using.resource(c.getClassLoader.getResourceAsStream(s"${Descriptors.internalName(c)}.class"))(
      _.readAllBytes
    )

  private def jar(files: (String, Array[Byte])*): FilePath =
    val file = Files.createTempFile("origins", ".jar")
    file.toFile.deleteOnExit()
    Using.resource(ZipOutputStream(Files.newOutputStream(file))): out =>
      for (name, content) <- files do
        out.putNextEntry(ZipEntry(name))
        out.write(content)
        out.closeEntry()
    file
end OriginsSuite

object OriginsSuite:
  def isLibrary(c: Class[?]): Boolean = Origins.isLibrary(c)
