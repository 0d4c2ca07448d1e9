package eddy.inference

import eddy.state.{LockSet, Target}

import java.io.{OutputStream, PrintStream}
import java.nio.file.Path

import crossings.Crossing

/** What a handler reaches through code of a library, or by a rarer part of the language, is locked. Each runs
  * twice, instrumented: the second time all lazy vals exist, and the locks may be others.
  */
class CrossingsSuite extends eddy.testing.PatientSuite:
  import CrossingsSuite.*

  private val root = Path.of(classOf[Crossing].getProtectionDomain.getCodeSource.getLocation.toURI).nn
  private val common = List("Crossing", "Counter")
  private val loader = Instrumented(
    getClass.getClassLoader,
    root,
    n => n.startsWith("crossings.") && !common.exists(c => n == s"crossings.$c" || n == s"crossings.$c$$")
  )
  private val all =
    List("Language", "Held", "Jdk", "CachesAndJson", "Libraries", "Corners", "Returned", "Filled").flatMap:
      name =>
        val module = loader.loadClass(s"crossings.$name$$").getField("MODULE$").get(null)
        module.getClass.getMethod("all").invoke(module).asInstanceOf[List[Crossing]]

  /** Uses that the locks do not cover. */
  private def missing(c: Crossing, claims: Iterable[LockSet.Claim]): List[String] =
    Oracle.track(c.what)
    held = claims
    Console.withOut(PrintStream(OutputStream.nullOutputStream)):
      oracle.uncovered(c.handler, Argument: AnyRef)(Crossing.run(c.handler, Argument))

  private var held: Iterable[LockSet.Claim] = Nil
  private val oracle = Oracle(root, (_, _) => held)

  private def locks(c: Crossing): List[LockSet.Claim] = Inference.lockSet(c.handler, Argument).claims.toList

  private def outcome(c: Crossing, claims: List[LockSet.Claim]): Outcome =
    if claims.exists(_.target == Target.Everything) then Outcome.Alone
    else if claims.exists(l => isItself(l.target, c.what) && l.mode.allows(c.how)) then
      Outcome.Itself
    else Outcome.OfClass

  private def isItself(target: Target, what: AnyRef) = target match
    case Target.Shared(o) => o eq what
    case Target.Entry(o, _) => o eq what
    case Target.Fields(o) => o eq what
    case _ => false

  for c <- all do
    test(s"${c.name}: it is locked"):
      val first = locks(c)
      val shown = clue(CasesSuite.show(Inference.summary(c.handler)))
      assert(Oracle.allows(first, c.what, c.how, Argument), shown)
      assertEquals(missing(c, first), Nil, shown)
      assert(Crossing.isWritten(c.what), "the handler does not reach it")
      assertEquals(missing(c, locks(c)), Nil, clue(CasesSuite.show(Inference.summary(c.handler))))

    if !initialises(c.name) then
      test(s"${c.name}: the lock is that of ${expected(c.name).words}"):
        assertEquals(
          outcome(c, locks(c)),
          expected(c.name),
          clue(CasesSuite.show(Inference.summary(c.handler)))
        )

    test(s"${c.name}: it is not refused"):
      assertEquals(Inference.prepare(List(c.name -> c.handler))(0).get(), None)

  test("all handlers with an outcome of their own exist"):
    assertEquals((ofClass ++ alone ++ initialises).diff(all.map(_.name).toSet), Set.empty[String])
end CrossingsSuite

object CrossingsSuite:
  private val Argument = "x"

  enum Outcome(val words: String) derives CanEqual:
    case Itself extends Outcome("the object")
    case OfClass extends Outcome("any object of its class")
    case Alone extends Outcome("everything")

  def expected(name: String): Outcome =
    if alone(name) then Outcome.Alone else if ofClass(name) then Outcome.OfClass else Outcome.Itself

  /** They write only when they run for the first time. */
  private val initialises = Set("a lazy val of the object", "a lazy val of a captured object")

  private val ofClass = Set(
    "a map through its entries",
    "a failure that NonFatal catches",
    "the cause of the cause",
    "a future that has failed, recovered on the spot",
    "a future that has failed, waited for",
    "the failure of a captured future",
    "variables of all values of an enum",
    "a variable of an enum's value by its number",
    "a map in a map",
    "a buffer in an atomic reference",
    "a row of a matrix",
    "a stack in a future that is complete",
    "a stack in a future that is awaited",
    "an object in a thread local",
    "a scoped value",
    "a weak reference",
    "an exchanger of two, alone",
    "a failed future's cause",
    "a failed future's cause in a handler",
    "a writer of one's own behind a print writer",
    "a list of one's own behind a view that cannot be modified",
    "a part of a list of one's own",
    "a body handler of the HTTP client, by hand",
    "Jackson injects a value",
    "a reference of cats to an object of one's own",
    "a Kafka producer that serialises",
    "a throwable for control",
    "an immutable array",
    "an element of an array of objects",
    "values of an enumeration by name",
    "a thread local's removal, and its first value again",
    "an object of one's own that a shared map makes",
    "a buffer of characters that a reader fills",
    "a buffer of bytes that a channel reads",
    "a buffer of bytes that a channel writes",
    "a list that is read by a view",
    "a stream behind a reader",
    "a stream that is parsed as XML",
    "a stream that is copied to a file",
    "a stream that Scala reads",
    "a stream that ends with others",
    "a stream that is unzipped",
    "a buffer that is decoded",
    "a buffer that is summed",
    "an iterator of Java's as Scala's",
    "an iterator of Java's as a spliterator",
    "an enumeration of Java's as a list",
    "a stream that Jackson reads",
    "a stream that jsoup parses",
    "a stream of a protobuf message",
    "a buffer that an id is put into"
  )

  /** Nobody knows what they call, or the guide says that the analysis does not look into it. */
  private val alone = Set(
    "a captured lazy list",
    "a captured view",
    "a captured view as a function of no arguments",
    "a structural type",
    "an iterator of a vector",
    "an iterator of a text",
    "an iterator of a range",
    "an iterator of an array",
    "an iterator of a tuple",
    "matches of a pattern",
    "numbers in order",
    "a parameter that is an iterator of a set",
    "a parameter that is an iterator of a hash map",
    "a parameter that is an iterator of a sorted map",
    "a parameter that is an iterator of a list",
    "a parameter that is an iterator of an option",
    "a parameter that is an iterator of a vector",
    "a parameter that is an iterator of lines",
    "a parameter that is an iterator of parts",
    "a parameter that is an iterator of permutations",
    "a collector of one's own",
    "nulls first, by a function",
    "functions composed",
    "a predicate negated",
    "a captured future task",
    "a proxy",
    "a method handle",
    "a method found by reflection",
    "a property change",
    "a property change, of one's own listener class",
    "an executor of one's own that runs here",
    "a Caffeine cache with a removal listener, here",
    "a Caffeine cache with an eviction listener",
    "an asynchronous Caffeine cache, here",
    "an asynchronous Caffeine cache's synchronous twin",
    "Guava's futures, here",
    "an effect of cats that runs in the handler as far as it can",
    "functions in an array",
    "a registry of functions"
  )
end CrossingsSuite
