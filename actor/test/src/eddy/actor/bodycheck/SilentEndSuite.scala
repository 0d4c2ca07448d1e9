package eddy.actor
package bodycheck

import eddy.actor.bodycheck.SilentEndSuite.*

import java.nio.file.{Files, Path}

/** The compiler speaks where an actor would end, or do nothing, without a sign, and only when it is sure. */
class SilentEndSuite extends eddy.testing.PatientSuite:
  private val programs = new CompiledPrograms(common)
  // errors keep the compiler from looking at the rest
  private val refused = new CompiledPrograms(common)

  /** Each program with how often the compiler says something that begins so. */
  private def says(name: String, start: String, compiled: CompiledPrograms = programs)(
      expected: (String, Int)*
  ): Unit =
    val numbers = expected.map((program, _) => compiled.add(program))
    test(name):
      assertEquals(programs.said.filter(_(1).isError), Nil)
      for (number, (program, times)) <- numbers.zip(expected) do
        val about = compiled.said.filter(_(0) == number).map(_(1).message)
        assertEquals(about.count(_.startsWith(start)), times, s"$program: $about")

  says("done in a reaction that no loop is around", "done ends this actor")(
    "val ref = actor[Int](react { case n => println(n); done })" -> 1,
    "val ref = actor[Int](react { case 1 => done; case 2 => stop; case n => done })" -> 2,
    "val ref = actor[Int](reactWithin(1.second) { case n: Int => done; case TIMEOUT => stop })" -> 1,
    "val ref = actor[Int] { def next: Behavior[Int] = react { case 1 => next; case _ => done }; next }" -> 1,
    "val ref = actor[Int](react { case 1 => react { case 2 => done } })" -> 1,
    "val ref = actor.named[Int](\"name\")(react { case n => done })" -> 1,
    "val child = Child[Int](\"name\")(react { case n => done })" -> 1,
    "val pool = Router.supervised[Int](Routing.RoundRobin, 2)(number => react { case n => done })" -> 1,
    "val ref = actor[Int](react[Int] { case 1 => done } andThen react { case 2 => done })" -> 1,
    // of the one inside
    "val ref = actor[Int](loop(react { case n => actor[Int](react { case 1 => done }) ! n; done }))" -> 1
  )

  says("nothing is said of done where something may follow", "done ends this actor")(
    "val ref = actor[Int](loop(react { case n => done }))" -> 0,
    "val ref = actor[Int](loopWhile(true)(react { case n => done }))" -> 0,
    "val ref = actor[Int](react[Int] { case 1 => done } andThen stop)" -> 0,
    "val ref = actor[Int] { def one: Behavior[Int] = react { case n => done }; loop(one) }" -> 0,
    "val ref = actor[Int](again(react { case n => done }))" -> 0,
    "val ref = actor[Int](done)" -> 0,
    "val ref = actor[Int](react { case n => stop })" -> 0
  )

  says("a behavior that is made for nobody", "the behavior that")(
    "val ref = actor[Int] { for i <- 1 to 3 do react { case n => stop }; stop }" -> 1,
    "val ref = actor[Int] { for i <- 1 to 3; j <- 1 to i if i > j do react { case n => stop }; stop }" -> 1,
    "val ref = actor[Int] { (1 to 3).foreach(i => react { case n => stop }); stop }" -> 1,
    "val ref = actor[Int] { (1 to 3).map(i => react[Int] { case n => stop }); stop }" -> 1,
    "val ref = actor[Int] { Future(react[Int] { case n => stop }); stop }" -> 1,
    "val ref = actor[Int] { val kept = Future(react[Int] { case n => stop }); stop }" -> 1,
    "val ref = actor[Int] { Future(1).map(n => react[Int] { case n => stop }); stop }" -> 1,
    "val ref = actor[Int] { Future(1).foreach(n => react[Int] { case n => stop }); stop }" -> 1,
    "val ref = actor[Int] { Future(1).onComplete(n => react[Int] { case n => stop }); stop }" -> 1,
    "val ref = actor[Int](react { case n => for i <- 1 to 3 do react { case n => stop }; stop })" -> 1
  )

  says("nothing is said of behaviors that come to be the next", "the behavior that")(
    "val ref = actor[Int](Some(1).map(n => react[Int] { case n => stop }).getOrElse(stop))" -> 0,
    "val ref = actor[Int](Some(1).fold[Behavior[Int]](stop)(n => react { case n => stop }))" -> 0,
    "val ref = actor[Int] { val all = (1 to 3).map(i => react[Int] { case n => stop }); all(2) }" -> 0,
    "val ref = actor[Int](synchronized(react { case n => stop }))" -> 0,
    "val ref = actor[Int](again(react { case n => stop }))" -> 0,
    "val ref = actor[Int] { kept(() => react { case n => stop }); stop }" -> 0
  )

  says("a behavior in a while or an if without else", "what the actor does next is said here")(
    "val ref = actor[Int] { while System.nanoTime < 0 do react { case n => stop }; stop }" -> 1,
    "val ref = actor[Int] { if System.nanoTime < 0 then react { case n => stop }; stop }" -> 1
  )

  says("reactWithin without a case for the end of its time", s"reactWithin $noTimeout")(
    "val ref = actor[Int](reactWithin(1.second) { case 1 => stop })" -> 1,
    "val ref = actor[Msg](reactWithin(1.second) { case Msg.Clear => stop; case Msg.Add(_) => stop; case m: Msg => stop })" -> 1,
    "val ref = actor[Int] { def next: Behavior[Int] = reactWithin(1.second) { case n: Int => next }; next }" -> 1,
    "val ref = actor[Int](reactWithin(1.second) { case 1 | TIMEOUT => stop })" -> 0,
    "val ref = actor[Int](reactWithin(1.second) { case _ => stop })" -> 0,
    "val ref = actor[Int](reactWithin(1.second) { case other => stop })" -> 0,
    "val ref = actor[Int](reactWithin(1.second) { case over: TIMEOUT if true => stop })" -> 0,
    "val ref = actor[Int](reactWithin(1.second) { case Elsewhere(_) => stop })" -> 0
  )

  says("receiveWithin without a case for the end of its time", s"receiveWithin $noTimeout")(
    "val ref = threadActor[Int](receiveWithin(1.second) { case 1 => () })" -> 1,
    "val ref = threadActor[Int](println(receiveWithin(1.second) { case n: Int => n }))" -> 1,
    "val ref = threadActor[Int](receiveWithin(1.second) { case 1 => (); case TIMEOUT => () })" -> 0
  )

  says("an actor whose type is nowhere written", "the type of what this actor takes is not written")(
    "val ref = actor(react { case n: Int => stop })" -> 1,
    "val ref = actor(loop(react { case n => done }))" -> 1,
    "val ref = actor.named(\"name\")(react { case n: Int => stop })" -> 1,
    "val child = Child(\"name\")(react { case n: Int => stop })" -> 1,
    "val ref = actor[Any](react { case n: Int => stop })" -> 0,
    "val ref = actor.named[Any](\"name\")(react { case n: Int => stop })" -> 0,
    "def start(setup: ActorSetup[Any]) = setup(react { case n: Int => stop })" -> 0,
    "val ref: ActorRef[Int] = actor(react { case n => stop })" -> 0,
    "val ref: ActorRef[Any] = actor(react { case n: Int => stop })" -> 0,
    "val ref: ActorRef[Any] = actor { react { case n: Int => stop } }" -> 0,
    "lazy val ref: ActorRef[Any] =\n  actor.named(\"name\")(react { case n: Int => stop })" -> 0,
    "def ref(n: Int): ActorRef[Any] = actor(react { case n: Int => stop })" -> 0,
    "def ref: ActorRef[Any] =\n  val n = 1\n  actor(react { case n: Int => stop })" -> 0,
    "def take(ref: ActorRef[Any]) = (); val taken = take(actor(react { case n: Int => stop }))" -> 0,
    "def ref(n: Int) = actor(react { case n: Int => stop })" -> 1,
    "val ref = actor(stop)" -> 0
  )

  says("bare cases in place of a reaction", "these are the cases of a reaction", refused)(
    "val ref = actor[Int] { case n => stop }" -> 1,
    "val ref = actor[Msg] { case Msg.Add(n) => println(n); case Msg.Clear => stop }" -> 1,
    "val ref = actor.named[Int](\"name\") { case n => stop }" -> 1,
    "val child = Child[Int](\"name\") { case n => stop }" -> 1,
    "def f(cases: PartialFunction[Int, Behavior[Int]]) = actor[Int](cases)" -> 1,
    "def f = actor[Int] { val other = actor.linked[Int] { case n => stop }; stop }" -> 1
  )

  says("a type before the name", "the type comes behind", refused)(
    "val ref = actor[Int].named(\"name\")(stop)" -> 1,
    "val ref = actor[Int].bounded(1, Overflow.Refuse)(stop)" -> 1,
    "def f = actor[String](actor[Int].linked(stop); stop)".replace(
      "(actor",
      " { actor"
    ).replace("; stop)", "; stop }") -> 1
  )

  says("a list of children without a star", "a list of children is given with a star", refused)(
    "def f(list: List[Child[?]]) = supervise()(list)" -> 1
  )

  test("each fault causes one error, and the compiler's own words are not added"):
    val numbers = refused.said.filter(_(1).isError).map(_(0))
    assertEquals(numbers, numbers.distinct)

  test("docs/errors.md shows what is said"):
    val page =
      Files.readString(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "errors.md")).nn.replace("\\|", "|").nn
    val all = (programs.said ++ refused.said).map(_(1).message.linesIterator.next())
    for start <- List(
        "done ends",
        "the behavior that foreach",
        "reactWithin has",
        "the type of",
        "these are",
        "the type comes"
      )
    do
      val one = all.find(_.startsWith(start))
      assert(one.exists(page.contains(_)), s"docs/errors.md does not show: $one")
end SilentEndSuite

object SilentEndSuite:
  private val noTimeout = "has no case TIMEOUT: the actor fails when the time is over"
  private val common = """
    import eddy.actor.*
    import scala.concurrent.Future
    import scala.concurrent.ExecutionContext.Implicits.global
    import scala.concurrent.duration.*
    enum Msg:
      case Add(n: Int)
      case Clear
    object Elsewhere:
      def unapply(any: Any): Option[Int] = None
    def again(one: => Behavior[Int])(using Actor[Int]): Behavior[Int] = loop(one)
    def kept(one: () => Behavior[Int])(using Actor[Int]): Unit = ()
  """
end SilentEndSuite
