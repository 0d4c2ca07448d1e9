package eddy.inference

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.classpath.{ClassInfo, ClassRepository, DeclaredEffect, DeclaredEffects}
import eddy.inference.internal.context.AnalysisContext
import eddy.inference.internal.library.LibraryModel
import eddy.state.{AccessKind, Target}
import eddy.testing.TimeLimit

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

import subjects.App

/** Random handlers, run with instruments: nothing that they touch is outside of what was inferred. And the
  * oracle is worth something: it catches an analysis that was broken on purpose. `EDDY_TEST_ROUNDS` is the
  * number of programs.
  */
class RandomProgramSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit = TimeLimit(10.minutes, "It compiles programs at run time.")

  private val rounds = eddy.testing.TestLength.rounds(short = 1, full = 10)
  private val methods = 25
  private val facts = String(classOf[LibraryModel].getResourceAsStream("library.txt").readAllBytes)
  private val seed = sys.env.get("EDDY_TEST_SEED").fold(20122)(_.toInt)

  private lazy val first = RandomPrograms(RandomPrograms.compiled(seed, methods))

  private final class Outcome:
    val uncovered = mutable.ListBuffer[String]()
    var callbacks = 0
    var runs = 0
    var compared = 0L
    val precision = mutable.HashMap[String, Int]()
    val alone = mutable.ListBuffer[String]()

    /** Handlers beyond the limits of the analysis. */
    var tooLarge = 0

  /** @param isEnough
    *   whether to stop at the first access that is not covered
    */
  private def run(programs: RandomPrograms, inferences: Inferences, isEnough: Boolean = false): Outcome =
    val outcome = Outcome()
    val oracle = Oracle(programs.root, inferences.lockSet(_, _).claims)
    val all = programs.all.iterator.zipWithIndex
    while all.hasNext && !(isEnough && outcome.uncovered.nonEmpty) do
      val (register, i) = all.next()
      val app = App()
      register(app)
      for (callback, j) <- app.registered.toList.zipWithIndex do
        outcome.callbacks += 1
        if !isEnough then
          val accesses = inferences.summary(callback).accesses
          val level = levelOf(accesses.map(_.target))
          outcome.precision(level) = outcome.precision.getOrElse(level, 0) + 1
          for a <- accesses if a.target == Target.Everything do
            val why = s"c$i, $j: ${a.coarse.getOrElse("")} at ${a.site}"
            if why.contains("the analysis gave up") then outcome.tooLarge += 1 else outcome.alone += why
        for path <- RandomPrograms.paths do
          outcome.runs += 1
          oracle.uncovered(callback, path).foreach(u => outcome.uncovered += s"c$i, $j(\"$path\"): $u")
    outcome.compared = oracle.compared
    outcome
  end run

  private def levelOf(targets: List[Target]): String =
    if targets.contains(Target.Everything) then "everything"
    else if targets.exists(_.isInstanceOf[Target.OfType]) then "some type"
    else if targets.exists(_.isInstanceOf[Target.Entry]) then "entries"
    else if targets.nonEmpty then "only objects"
    else "stateless"

  test("nothing that random handlers touch is outside of what was inferred"):
    for round <- 0 until rounds do
      val programs =
        if round == 0 then first else RandomPrograms(RandomPrograms.compiled(seed + round, methods))
      val outcome = run(programs, Inferences(AnalysisContext(_)))
      assertEquals(outcome.uncovered.toList, Nil, s"seed ${seed + round}, compiled in ${programs.root}")
      assert(outcome.callbacks > 2 * methods, outcome.callbacks)
      assertEquals(outcome.runs, outcome.callbacks * RandomPrograms.paths.size)
      assert(outcome.compared > outcome.callbacks * 5, outcome.compared)
      // an analysis that takes everything is sound, and useless
      assertEquals(outcome.alone.toList, Nil, s"seed ${seed + round}: ${outcome.precision}")
      assert(outcome.tooLarge * 50 <= outcome.callbacks, s"seed ${seed + round}: ${outcome.tooLarge} gave up")
      if rounds > 1 then println(s"seed ${seed + round}: ${outcome.compared} accesses, ${outcome.precision}")

  private def caught(breakage: String)(context: ClassLoader => AnalysisContext): Unit =
    test(s"the oracle catches an analysis that $breakage"):
      assert(run(first, Inferences(context), isEnough = true).uncovered.nonEmpty)

  /** Without the facts whose lines begin so. */
  private def without(beginnings: String*)(loader: ClassLoader): AnalysisContext =
    val (gone, left) = facts.linesIterator.partition(line => beginnings.exists(line.startsWith))
    assert(gone.nonEmpty)
    val repository = ClassRepository(loader)
    new AnalysisContext(repository, LibraryModel.parse(left.mkString("\n")), DeclaredEffects(repository))

  caught("takes a writing method of the library for a reading one"): loader =>
    val repository = ClassRepository(loader)
    new AnalysisContext(
      repository,
      LibraryModel.parse(s"$facts\nreads update put addOne $$plus$$eq"),
      DeclaredEffects(repository)
    )

  caught("takes variables for vals"): loader =>
    val repository = new ClassRepository(loader):
      override def isStable(owner: String, field: String): Boolean =
        super.isStable(owner, field) || field == "second" || field == "count"
    new AnalysisContext(repository, LibraryModel.standard, DeclaredEffects(repository))

  caught("takes a variable for a key that stays as it is"): loader =>
    val repository = new ClassRepository(loader):
      override def isStable(owner: String, field: String): Boolean =
        super.isStable(owner, field) || field == "key"
    new AnalysisContext(repository, LibraryModel.standard, DeclaredEffects(repository))

  caught("takes another argument for the key"): loader =>
    val repository = ClassRepository(loader)
    val confused = new DeclaredEffects(repository):
      override def isStable(method: MethodName): Boolean = super.isStable(method) || method.name == "other"
    new AnalysisContext(repository, LibraryModel.standard, confused)

  caught("forgets what a shared object's method writes"): loader =>
    val repository = ClassRepository(loader)
    val forgetful = new DeclaredEffects(repository):
      override def of(method: MethodName): Option[DeclaredEffect] = super.of(method).map:
        case DeclaredEffect.Access(AccessKind.Writes) => DeclaredEffect.Access(AccessKind.Reads)
        case other => other
    new AnalysisContext(repository, LibraryModel.standard, forgetful)

  caught("follows only the first of several implementations"): loader =>
    val repository = new ClassRepository(loader):
      override def info(name: String): Option[ClassInfo] =
        if name == "generated/SessionStore" then None else super.info(name)
    new AnalysisContext(repository, LibraryModel.standard, DeclaredEffects(repository))

  for
    (unknown, fact) <- List(
      "a ThreadLocal keeps its first value" -> "keeps java/lang/ThreadLocal$",
      "a barrier keeps its action" -> "keeps java/util/concurrent/CyclicBarrier",
      "an accumulator keeps its function" -> "keeps java/util/concurrent/atomic/LongAccumulator",
      "completing a future runs functions that wait for it" -> "completes java/util/concurrent/CompletableFuture",
      "keeping a promise runs functions that wait for it" -> "completes scala/concurrent/Promise",
      "an object stream calls writeObject" -> "serialises java/io/ObjectOutput",
      "a set's constructor calls add" -> "constructs java/util/HashSet",
      "the constructor of Random calls setSeed" -> "constructs java/util/Random",
      "the constructor of an exception calls fillInStackTrace" -> "constructs java/lang/Throwable"
    )
  do caught(s"does not know that $unknown")(without(fact))
end RandomProgramSuite
