package eddy.inference

import eddy.inference.internal.analysis.Analysis
import eddy.inference.internal.context.{AnalysisContext, SymbolicSummary}
import eddy.inference.internal.keep.KeptSummaries
import eddy.inference.internal.plan.Resolver
import eddy.testing.ChildJvm

import java.lang.classfile.ClassFile
import java.lang.constant.{ClassDesc, ConstantDescs}
import java.lang.invoke.MethodHandles
import java.nio.file.attribute.{FileTime, PosixFilePermissions}
import java.nio.file.{Files, Path as FilePath}
import java.util.jar.{Attributes, JarEntry, JarOutputStream, Manifest}
import scala.util.Using

import subjects.{App, Cases}

/** What an analysis found out, kept in a file and used by the next start. */
class KeptSummariesSuite extends eddy.testing.PatientSuite:
  private val folder = FunFixture[FilePath](
    _ => Files.createTempDirectory("kept"),
    f =>
      Files.list(f).forEach(Files.delete(_))
      Files.delete(f)
  )

  /** A start of the program. */
  private final class Start(folder: FilePath, program: String = "this program"):
    val context: AnalysisContext = AnalysisContext(getClass.getClassLoader)
    private val kept = KeptSummaries(folder.resolve("summaries"), program, _ => ())

    def find(callback: AnyRef): Option[SymbolicSummary] =
      kept.find(callback, context).map((summary, _) => summary)
    def save(): Unit = kept.save()

    def analyse(callback: AnyRef): Unit =
      context.index.include(callback.getClass)
      val run = Analysis.of(callback, context)
      kept.keep(callback, run.summary, run, Some(run.registering()))

  private def shown(summary: SymbolicSummary, callback: AnyRef, context: AnalysisContext) =
    CasesSuite.show(Resolver(summary, callback, context).describe(callback))

  // a store for all cases: each of them has a class of handlers of its own
  folder.test("a kept summary says of other objects of the same classes what an analysis says of them"):
    folder =>
      val first = Start(folder)
      for c <- Cases.all do
        val app = App()
        val _ = c.register(app)
        first.analyse(app.registered.last)
      first.save()
      val second = Start(folder)
      val missed =
        for
          c <- Cases.all
          app = App()
          _ = c.register(app)
          callback = app.registered.last
          if second.find(callback).map(summary =>
            assertEquals(
              shown(summary, callback, second.context),
              shown(Analysis.of(callback, first.context).summary, callback, first.context),
              c.name
            )
          ).isEmpty
        yield c.name
      // of a class that the JDK generates
      assertEquals(
        missed,
        List("a captured function that the JDK has made of others, and that nobody can look into")
      )

  folder.test("a summary is not used for objects of other classes, nor while some of them are missing"):
    folder =>
      val first = Start(folder)
      def reader(of: List[AnyRef]): () => Unit = () => of.foreach(println)
      def printing(text: String): AnyRef = new Object:
        override def toString = text
      final class Counting extends Object:
        private var calls = 0
        override def toString =
          calls += 1
          s"$calls"
      first.analyse(reader(List(printing("a"))))
      def isKept(callback: AnyRef) = first.find(callback).isDefined
      assert(isKept(reader(List(printing("b"), printing("c")))))
      assert(!isKept(reader(List(Counting()))))
      assert(!isKept(reader(List(printing("b"), Counting()))))
      assert(!isKept(reader(Nil)))

  folder.test("a file of another program, or one that is damaged, is ignored"): folder =>
    val callback: () => Unit = () => println("here")
    val first = Start(folder)
    first.analyse(callback)
    first.save()
    def found(program: String) =
      val next = Start(folder, program)
      next.find(callback).isDefined
    assert(found("this program"))
    assert(!found("that program"))
    val file = folder.resolve("summaries")
    val bytes = Files.readAllBytes(file)
    bytes(bytes.length - 3) = (bytes(bytes.length - 3) ^ 1).toByte
    val _ = Files.write(file, bytes)
    assert(!found("this program"))
    val _ = Files.write(file, bytes.take(bytes.length / 2))
    assert(!found("this program"))

  folder.test("a file that others may write is ignored, as locks follow from it"): folder =>
    val callback: () => Unit = () => println("here")
    val first = Start(folder)
    first.analyse(callback)
    first.save()
    val _ = Files.setPosixFilePermissions(
      folder.resolve("summaries"),
      PosixFilePermissions.fromString("rw-rw-rw-")
    )
    val next = Start(folder)
    assertEquals(next.find(callback), None)

  folder.test("old summaries are deleted, and no file of anybody else"): folder =>
    def old(name: String) =
      val file = Files.createFile(folder.resolve(name))
      Files.setLastModifiedTime(file, FileTime.fromMillis(0))
    val (ours, theirs) = (old("summaries-0123abcd"), old("summaries of mine"))
    val callback: () => Unit = () => println("here")
    val start = Start(folder)
    start.analyse(callback)
    start.save()
    assert(!Files.exists(ours))
    assert(Files.exists(theirs))

  folder.test("another process of the same program analyses nothing again, and says the same"): folder =>
    val (firstText, firstAnalyses) = run(folder)
    assert(firstAnalyses > 100, firstAnalyses)
    val (text, analyses) = run(folder)
    assertEquals(text, firstText)
    // one of a class that the JDK generates
    assertEquals(analyses, 1)

  folder.test("what may get lost is said at each start, also by those that analyse nothing"): folder =>
    val start = ChildJvm.ofTests(s"-Deddy.index=$folder", "eddy.inference.KeptDoubts")
    val (first, analysed) = run(start)
    assert(analysed > 0)
    assertEquals(clue(first).map(_.takeWhile(_ != ':')), List("own", "registered"))
    for line <- first do
      assert(line.contains("The handler writes Session.count (this.mine) on a thread of its own"))
    assertEquals(run(start), (first, 0))

  folder.test("a handler that refers to an object of a class without a class file is not kept"): folder =>
    val named = ClassDesc.of("eddy.inference.Generated")
    val bytes = ClassFile.of.build(
      named,
      c =>
        c.withMethodBody(
          ConstantDescs.INIT_NAME,
          ConstantDescs.MTD_void,
          ClassFile.ACC_PUBLIC,
          code =>
            code.aload(0).invokespecial(
              ConstantDescs.CD_Object,
              ConstantDescs.INIT_NAME,
              ConstantDescs.MTD_void
            ).return_(): Unit
        ): Unit
    )
    val generated = MethodHandles.lookup().defineClass(bytes).getConstructor().newInstance()
    val start = Start(folder)
    def handler(of: AnyRef): () => Unit = () => println(of)
    start.analyse(handler(generated))
    assertEquals(start.find(handler(generated)), None)
    start.analyse(handler("text"))
    assert(start.find(handler("text")).isDefined)

  folder.test("nothing is kept that may follow from a jar of a manifest, which the key does not have"):
    folder =>
      val model = KeptPlaces.getClass.getName.replace('.', '/').stripSuffix("Places$") + "Model.class"
      val content = getClass.getClassLoader.getResourceAsStream(model).readAllBytes
      def jar(file: String, manifest: Manifest, files: (String, Array[Byte])*) =
        Using.resource(JarOutputStream(Files.newOutputStream(folder.resolve(file)), manifest)): to =>
          for (name, bytes) <- files do
            to.putNextEntry(JarEntry(name))
            to.write(bytes)
      jar("model.jar", Manifest(), model -> content)
      val manifest = Manifest()
      manifest.getMainAttributes.put(Attributes.Name.MANIFEST_VERSION, "1.0")
      manifest.getMainAttributes.put(Attributes.Name.CLASS_PATH, "model.jar")
      jar("start.jar", manifest)
      def analyses(classPath: String) =
        val own = System.getProperty("java.class.path")
        val separator = java.io.File.pathSeparator
        run(ChildJvm.command(
          s"-Deddy.index=${folder.resolve("index")}",
          "-cp",
          s"$classPath$separator$own",
          "eddy.inference.KeptPlaces"
        ))(1)
      try
        val jars = List("start.jar", "model.jar").map(folder.resolve(_).toString)
        assertEquals(List.fill(2)(analyses(jars(0))), List(2, 2))
        // the same with the jar in the key
        assertEquals(List.fill(2)(analyses(jars.mkString(java.io.File.pathSeparator))), List(2, 0))
      finally
        Files.list(folder.resolve("index")).forEach(Files.delete(_))

  /** What the program says of its handlers, and how many it has analysed. */
  private def run(folder: FilePath): (List[String], Int) =
    run(ChildJvm.ofTests(s"-Deddy.index=$folder", "eddy.inference.KeptProgram"))

  private def run(command: Seq[String]): (List[String], Int) =
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    try
      // some of the handlers print when they are made
      val output = String(process.getInputStream.readAllBytes)
      assertEquals(process.waitFor(), 0, output)
      val lines = output.linesIterator.toList
      lines.last match
        case s"analysed $analyses" => (lines.init, analyses.toInt)
        case _ => fail(s"the program printed $output")
    finally
      process.destroyForcibly().waitFor(): Unit
end KeptSummariesSuite
