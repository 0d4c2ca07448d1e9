package eddy.inference

import eddy.inference.internal.analysis.World
import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.classpath.{ClassInfo, ClassRepository, DeclaredEffect, DeclaredEffects}
import eddy.inference.internal.library.LibraryModel
import eddy.state.{Mode, Target}
import eddy.testing.TimeLimit

import java.nio.file.{Files, Path as FilePath}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

import dotty.tools.dotc.Driver
import dotty.tools.dotc.interfaces.Diagnostic
import dotty.tools.dotc.reporting.StoreReporter
import subjects.App

/** Random callbacks, run with instruments: nothing that they touch is outside of what was inferred. And the
  * oracle is worth something: it catches an analysis that was broken on purpose. `EDDY_TEST_ROUNDS` is the
  * number of programs.
  */
class RandomProgramSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit = TimeLimit(10.minutes, "It compiles programs at run time.")

  private val rounds = eddy.testing.TestLength.rounds(short = 1, full = 10)
  private val callbacks = 60
  private val seed = sys.env.get("EDDY_TEST_SEED").fold(20122)(_.toInt)
  private val paths = List("a", "b", "", "aaaa", "bbbbbbb")

  private def compiled(seed: Long): FilePath =
    val folder = Files.createTempDirectory("random-program")
    val file = folder.resolve("Program.scala")
    Files.writeString(file, RandomProgram(seed).source(callbacks))
    val reporter = StoreReporter(null)
    val options =
      Array("-nowarn", "-classpath", System.getProperty("java.class.path"), "-d", s"$folder", s"$file")
    val _ = Driver().process(options, reporter, null)
    val errors = reporter.removeBufferedMessages(using dotty.tools.dotc.core.Contexts.NoContext)
      .filter(_.level == Diagnostic.ERROR).map(d => s"${d.pos.line}: ${d.message}")
    assertEquals(errors, Nil, s"program of seed $seed in $folder")
    folder

  private lazy val first = compiled(seed)

  private final class Outcome:
    val uncovered = mutable.ListBuffer[String]()
    var runs = 0
    var compared = 0L
    val precision = mutable.HashMap[String, Int]()

  private def run(root: FilePath, inferences: Inferences): Outcome =
    val outcome = Outcome()
    val loader = Instrumented(getClass.getClassLoader, root, _.startsWith("generated."))
    val module = loader.loadClass("generated.Program$").getField("MODULE$").get(null)
    val programs = module.getClass.getMethod("all").invoke(module).asInstanceOf[List[App => Unit]]
    val oracle = Oracle(root, inferences.lockSet(_, _).claims)
    for (register, i) <- programs.zipWithIndex do
      val app = App()
      register(app)
      val callback = app.registered.last
      val targets = inferences.summary(callback).accesses.map(_.target)
      val level =
        if targets.contains(Target.Everything) then "everything"
        else if targets.exists(_.isInstanceOf[Target.OfType]) then "some type"
        else if targets.exists(_.isInstanceOf[Target.Entry]) then "entries"
        else if targets.nonEmpty then "only objects"
        else "stateless"
      outcome.precision(level) = outcome.precision.getOrElse(level, 0) + 1
      for path <- paths do
        outcome.runs += 1
        oracle.uncovered(callback, path).foreach(u => outcome.uncovered += s"c$i(\"$path\"): $u")
    outcome.compared = oracle.compared
    outcome
  end run

  test("nothing that random callbacks touch is outside of what was inferred"):
    for round <- 0 until rounds do
      val root = if round == 0 then first else compiled(seed + round)
      val outcome = run(root, Inferences(World(_)))
      assertEquals(outcome.uncovered.toList, Nil, s"seed ${seed + round}, compiled in $root")
      assertEquals(outcome.runs, callbacks * paths.size)
      assert(outcome.compared > callbacks * 5, outcome.compared)
      // an analysis that takes everything is sound, and useless
      assertEquals(outcome.precision.getOrElse("everything", 0), 0, s"${outcome.precision}")
      if rounds > 1 then println(s"seed ${seed + round}: ${outcome.compared} accesses, ${outcome.precision}")

  private def caught(
      breakage: String,
      tags: Set[munit.Tag] = Set(LongTest)
  )(world: ClassLoader => World): Unit =
    test(munit.TestOptions(s"the oracle catches an analysis that $breakage").withTags(tags)):
      assert(run(first, Inferences(world)).uncovered.nonEmpty)

  caught("takes a writing method of the library for a reading one"): loader =>
    val repository = ClassRepository(loader)
    val text = String(classOf[LibraryModel].getResourceAsStream("library.txt").readAllBytes)
    new World(
      repository,
      LibraryModel.parse(s"$text\nreads update put addOne $$plus$$eq"),
      DeclaredEffects(repository)
    )

  caught("takes variables for vals", Set.empty): loader =>
    val repository = new ClassRepository(loader):
      override def isStable(owner: String, field: String): Boolean =
        super.isStable(owner, field) || field == "second" || field == "count"
    new World(repository, LibraryModel.standard, DeclaredEffects(repository))

  caught("takes a variable for a key that stays as it is"): loader =>
    val repository = new ClassRepository(loader):
      override def isStable(owner: String, field: String): Boolean =
        super.isStable(owner, field) || field == "key"
    new World(repository, LibraryModel.standard, DeclaredEffects(repository))

  caught("takes another argument for the key"): loader =>
    val repository = ClassRepository(loader)
    val confused = new DeclaredEffects(repository):
      override def isStable(method: MethodName): Boolean = super.isStable(method) || method.name == "other"
    new World(repository, LibraryModel.standard, confused)

  caught("forgets what a shared object's method writes", Set.empty): loader =>
    val repository = ClassRepository(loader)
    val forgetful = new DeclaredEffects(repository):
      override def of(method: MethodName): Option[DeclaredEffect] = super.of(method).map:
        case DeclaredEffect.Access(Mode.Writes) => DeclaredEffect.Access(Mode.Reads)
        case other => other
    new World(repository, LibraryModel.standard, forgetful)

  caught("follows only the first of several implementations"): loader =>
    val repository = new ClassRepository(loader):
      override def info(name: String): Option[ClassInfo] =
        if name == "generated/SessionStore" then None else super.info(name)
    new World(repository, LibraryModel.standard, DeclaredEffects(repository))
end RandomProgramSuite
