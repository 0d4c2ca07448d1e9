package eddy.actor
package bodycheck

import eddy.actor.bodycheck.ProtocolWarningSuite.*

import java.nio.file.{Files, Path}

/** The compiler warns of cases of a protocol that an actor can never take, and only when it is sure. */
class ProtocolWarningSuite extends eddy.testing.PatientSuite:
  private val programs = new CompiledPrograms(protocol)

  /** The test's expectation: these are the cases that the compiler names in its warnings about each program.
    */
  private def warns(name: String)(expected: (String, List[String])*): Unit =
    val numbers = expected.map: (program, _) =>
      programs.add(program)
    test(name):
      for (number, (program, cases)) <- numbers.zip(expected) do assertEquals(untaken(number), cases, program)

  private def said: List[String] = programs.said.map(_(1).message)

  private lazy val untaken: Map[Int, List[String]] =
    assertEquals(programs.said.filter(_(1).isError), Nil)
    val named = programs.said.map((program, said) => (program, said.message)).collect:
      case (program, s"no reaction of this actor takes $names:$_") =>
        (program, names.split(", ").nn.toList.map(_.nn))
      case (program, s"what the actor does next is said here$_") => (program, List("lost"))
    named.groupMap(_(0))(_(1)).map((program, cases) => program -> cases.flatten).withDefaultValue(Nil)
  end untaken

  warns("a case that no reaction takes is named")(
    "val ref = actor[Msg](loop(react { case Msg.Add(n) => println(n); done }))" -> List("Get", "Clear")
  )

  test("docs/errors.md shows the warning"):
    val page =
      Files.readString(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "errors.md")).nn.replace("\\|", "|").nn
    val _ = untaken
    val clear = said.find(_.contains("takes Clear"))
    assert(clear.exists(page.contains(_)), s"$clear")

  warns("every way to start an actor is looked at")(
    s"val ref = actor.named[Msg](\"name\")$two" -> List("Clear"),
    s"val ref = actor.bounded[Msg](10, Overflow.Refuse)$two" -> List("Clear"),
    s"val child = Child[Msg](\"name\")$two" -> List("Clear"),
    s"val ref = actor[Int] { val linked = actor.linked[Msg]$two; stop }" -> List("Clear"),
    s"val ref = actor[Int] { val linked = actor.named[Msg](\"name\").linked$two; stop }" -> List("Clear"),
    s"val ref = actor[ExitReason] { val two = actor.monitored[Msg](identity)$two; stop }" -> List("Clear"),
    s"val ref = actor[ExitReason] { val two = actor.named[Msg](\"name\").monitored(identity)$two; stop }" ->
      List("Clear"),
    s"val ref = actor.bounded[Msg](10, Overflow.Refuse).named(\"name\")$two" -> List("Clear")
  )

  warns("what other actors do that are started inside does not count for this one")(
    "val ref = actor[Msg] { val other = actor[Int](react { case 1 => stop }); stop }" -> Nil,
    "val ref = actor[Msg] { val other = actor[Msg](react { case _ => stop }); " +
      "loop(react { case Msg.Add(_) | Msg.Get(_) => done }) }" -> List("Clear")
  )

  warns("starting other actors does not keep the compiler from looking at this one")(
    s"val ref = actor[Msg] { val other = actor.linked[Int](stop); loop(react { case Msg.Add(_) => done }) }" ->
      List("Get", "Clear"),
    "val ref = actor[Msg] { val other = actor.named[Int](\"name\").monitored(_ => Msg.Clear)(stop); " +
      "loop(react { case Msg.Add(_) | Msg.Clear => done }) }" -> List("Get"),
    "val ref = actor[Msg] { val other = threadActor.linked[Int](()); loop(react { case Msg.Add(_) => done }) }" ->
      List("Get", "Clear")
  )

  warns("sealed traits and unions are protocols too")(
    s"val ref = actor[Event | Msg]$some" -> List("Closed", "Get")
  )

  warns("cases taken in nested reactions, local methods, with guards or by their type are taken")(
    """val ref = actor[Msg]:
      |  def waiting(n: Int): Behavior[Msg] = react:
      |    case Msg.Add(k) if k > 0 =>
      |      reactWithin(1.second):
      |        case get: Msg.Get => waiting(n)
      |        case TIMEOUT => nothing
      |  lazy val nothing: Behavior[Msg] = react { case Msg.Clear => stop }
      |  waiting(0)""" -> Nil
  )

  warns("a reaction to everything takes all")(
    "val ref = actor[Msg](loop(react { case other => println(other); done }))" -> Nil,
    "val ref = actor[Msg](loop(react { message => println(message); done }))" -> Nil
  )

  warns("nothing is said of cases that anonymous and local classes may be")(
    "val ref = actor[Job](loop(react { case r: Runnable => r.run(); done; case Quit => stop }))" -> Nil
  )

  warns("a type that names only some cases asks only for those")(
    "val ref = actor[Msg.Add](loop(react { case Msg.Add(n) => println(n); done }))" -> Nil,
    s"val ref = actor[Msg.Add | Msg.Get]$two" -> Nil,
    "val ref = actor[Msg.Clear.type](react { case Msg.Clear => stop })" -> Nil,
    "val ref = actor[Msg.Clear.type | Msg.Add](loop(react { case Msg.Clear | Msg.Add(_) => done }))" -> Nil,
    "val ref = actor[Closed.type](react { case Closed => stop })" -> Nil
  )

  warns("nothing is said where the caller of a method chooses the protocol")(
    "def start[M <: Msg] = actor[M](loop(react { case Msg.Clear => done }))" -> Nil
  )

  warns("of a generic protocol only the cases are asked for that its type can have")(
    "val ref = actor[Of[Int]](loop(react { case Of.Number(_) => done }))" -> List("Either"),
    "val ref = actor[Of[String]](loop(react { case Of.Either(_) => done }))" -> List("Text", "Empty")
  )

  warns("a pattern counts for a case unless no message can be both")(
    "val ref = actor[Top](react { case u: Urgent => stop; case Plain() => stop; case o: Opens => stop })" ->
      List("Command", "Final"),
    "val ref = actor[Top](react { case n: Noted => stop; case o: Open => stop; case Plain() => stop })" ->
      List("Final"),
    "val ref = actor[Top](react { case c: CharSequence => stop; case c: Command => stop; case Final() => stop })" ->
      List("Plain"),
    "val ref = actor[Top](react { case some: (Command | Final | Plain) => stop })" -> List("Open"),
    "val ref = actor[Top](react { case some: (Top & Product) => stop })" -> Nil,
    "val ref = actor[Top](react { case some: (Command & Urgent) => stop; case Final() | Plain() => stop })" -> List(
      "Command",
      "Open"
    )
  )

  warns("of a generic protocol a case is asked for only when it is sure that the type has it")(
    "val ref = actor[Kind[String]](react { case Kind.Named() => stop; case Kind.Whatever(_) => stop })" -> Nil,
    "val ref = actor[Two[Int, String]](react { case Two.Mixed() => stop })" -> Nil,
    "val ref = actor[Two[Int, Int]](react { case Two.Mixed() => stop; case Two.Same(_) => stop })" -> Nil,
    "val ref = actor[Kind[Integer]](react { case Kind.Whatever(_) => stop })" -> List("Number")
  )

  warns("nothing is said when a behavior comes from outside, for it may take what is missing")(
    "val ref = actor[Msg](Elsewhere.behavior)" -> Nil,
    "val ref = actor[Msg] { Elsewhere.act; react { case Msg.Add(_) => stop } }" -> Nil,
    "val ref = actor[Msg](react { case Msg.Add(_) => Elsewhere.behavior })" -> Nil,
    s"val ref = actor[Msg] { $elsewhere; react(elsewhere) }" -> Nil
  )

  warns("nothing is said of an actor that ends at once")(
    "val ref = actor[Msg](stop)" -> Nil,
    "val ref = actor[Msg](exit(ExitReason.Killed))" -> Nil,
    "val ref = actor[Msg](throw IllegalStateException())" -> Nil
  )

  warns("a reaction that is not last has no effect, whatever the protocol")(
    "val ref = actor[Int] { react { case 1 => stop }; println(2); stop }" -> List("lost"),
    "val ref = actor[Int](react { case 1 => done; stop })" -> List("lost"),
    "val ref = actor[Int] { val next: Behavior[Int] = react { case 1 => stop }; println(2); next }" -> Nil,
    "val ref = actor[Int](react[Int] { case 1 => done } andThen { println(2); stop })" -> Nil
  )

  warns("nothing is said of open protocols")(
    "val ref = actor[Any](loop(react { case n: Int => println(n); done }))" -> Nil,
    "val ref = actor[String](loop(react { case \"a\" => done }))" -> Nil
  )
end ProtocolWarningSuite

object ProtocolWarningSuite:
  private val protocol = """
    import eddy.actor.*
    import scala.concurrent.duration.*
    enum Msg:
      case Add(n: Int)
      case Get(to: ActorRef[Int])
      case Clear
    enum Of[T]:
      case Number(n: Int) extends Of[Int]
      case Text(text: String) extends Of[String]
      case Empty extends Of[String]
      case Either(t: T)
    sealed trait Kind[A]
    object Kind:
      final case class Number[A <: java.lang.Number](a: A) extends Kind[A]
      final case class Whatever[A](a: A) extends Kind[A]
      final case class Named() extends Kind[String]
    sealed trait Two[A, B]
    object Two:
      final case class Same[A](a: A) extends Two[A, A]
      final case class Mixed() extends Two[Int, String]
    trait Urgent
    trait Noted
    trait Opens
    sealed trait Top
    sealed trait Command extends Top
    final case class Quick() extends Command, Noted
    final case class Slow() extends Command
    final case class Final() extends Top
    final case class Plain() extends Top
    class Open extends Top
    class Opened2 extends Open, Opens
    sealed trait Job
    case object Quit extends Job
    object Job:
      def of(f: => Unit): Job = new Job with Runnable { def run() = f }
    sealed trait Event
    case class Opened(at: Int) extends Event
    case object Closed extends Event
    object Elsewhere:
      def behavior(using Actor[Msg]): Behavior[Msg] = react { case Msg.Clear => stop }
      def act(using Actor[Msg]): Unit = ()
  """
  private val two = "(loop(react { case Msg.Add(_) | Msg.Get(_) => done }))"
  private val some =
    "(loop(react { case Opened(_) => done; case Msg.Add(_) => done; case Msg.Clear => done }))"
  private val elsewhere = "val elsewhere: PartialFunction[Msg, Behavior[Msg]] = { case _ => stop }"
end ProtocolWarningSuite
