package eddy.actor
package mailbox

import eddy.actor.internal.bytecode.PatternPurity
import eddy.actor.internal.mailbox.SaveQueue
import eddy.actor.mailbox.SelectiveReceiveSuite.*
import eddy.runtime.spi.Mailbox

import scala.util.Random

/** What a behavior need not try again, and that leaving it out changes nothing. */
class SelectiveReceiveSuite extends ActorFixture:
  private type Reaction = PartialFunction[Any, Int]

  private def alone(reaction: Reaction): Boolean = PatternPurity.isOfMessageAlone(reaction)

  test("patterns of types, cases, literals and nested cases look at the message alone"):
    assert(alone { case Item.Num(_) => 1 })
    assert(alone { case Item.Word(text) => text.length })
    assert(alone { case Item.Flag => 1 })
    assert(alone { case Item.Num(3) => 1; case Item.Word("w") => 2 })
    assert(alone { case Item.Both(Item.Num(1), Item.Flag) => 1 })
    assert(alone { case Some(Item.Flag) => 1; case None => 2 })
    assert(alone { case Open(1, _) => 1; case (1, "a") => 2; case 5L => 3 })
    assert(alone { case n: Int if n > 3 => 1; case text: String if text.startsWith("a") => 2 })
    assert(alone { case Item.Num(n) if n % 2 == 0 => n })

  test("what the case does with captured values does not matter, what its guard does, does"):
    val limit = Random.nextInt()
    var last = 0
    assert(alone { case Item.Num(n) => last = n; n + limit })
    assert(!alone { case Item.Num(n) if n > limit => n })
    assert(!alone { case Item.Num(n) if n > last => n })
    assert(!alone { case Item.Num(`limit`) => 1 })
    assert(!alone { case Item.Num(n) if { def big(k: Int) = k > limit; big(n) } => n })

  test("guards that call what might change are not trusted, nor are parts of messages that may"):
    assert(!alone { case Item.Num(n) if Random.nextInt(n) > 1 => n })
    assert(!alone { case Item.Num(n) if Shared.limit > n => n })
    assert(alone { case Item.Num(n) if Shared.fixed > n => n })
    assert(!alone { case changing: Changing if changing.count > 1 => 1 })
    assert(!alone { case Even(n) => n })
    assert(!alone { case Pair(a, b) if a == b => 1 })
    assert(!alone { case named: Named if named.name == "a" => 1 })
    assert(!alone { case numbers: Array[Int] if numbers(0) == 1 => 1 })

  test("partial functions put together keep their patterns elsewhere: not trusted"):
    val first: Reaction = { case Item.Flag => 1 }
    assert(!alone(first.orElse { case Item.Num(_) => 2 }))

  test("partial functions written as classes may be applied otherwise than they are defined: not trusted"):
    val own = new PartialFunction[Any, Int]:
      def isDefinedAt(message: Any): Boolean = false
      def apply(message: Any): Int = 1
    assert(!alone(own))

  test("a reaction of the same class continues behind the messages that the last one has tried"):
    def reaction: Reaction = { case Item.Flag => 1 }
    assertEquals(triedAgain(reaction, reaction), 0)

  test("a reaction with a guard on a captured value begins with the oldest"):
    def reaction(limit: Int): Reaction = { case Item.Num(n) if n > limit => 1 }
    assertEquals(triedAgain(reaction(100), reaction(50)), 100)

  /** How many of a hundred messages, tried in vain by `first`, `second` begins with. */
  private def triedAgain(first: Reaction, second: Reaction): Int =
    val kept = new SaveQueue
    kept.begin(first)
    for n <- 1 to 100 do
      val node = new Mailbox.Node(Item.Num(n))
      kept.append(node, traps = false)
      kept.skip(node, first)
    kept.begin(second)
    var again = 0
    while kept.untried != null do
      again += 1
      kept.pass(kept.untried.nn)
    again

  for (kind, start) <- Seq("reacting" -> reacting, "receiving on a thread" -> receiving) do
    test(s"any order of behaviors takes what trying all messages again would take, $kind"):
      for seed <- 1 to 300 do
        val random = new Random(seed)
        val plan = List.fill(200)(Wait(random.nextInt(7), random.nextInt(5)))
        // each behavior is sure to find something in the end
        val items = random.shuffle(List.fill(400)(Item.any(random)) ++ plan.map(_.example))
        val taken = new Probe[List[Item]]
        val ref = start(plan, taken.ref)
        items.foreach(ref ! _)
        assertEquals(taken.next(), model(plan, items), s"seed $seed")

  private def reacting(plan: List[Wait], to: ActorRef[List[Item]]): ActorRef[Item] = actor[Item]:
    def go(left: List[Wait], taken: List[Item]): Behavior[Item] =
      left match
        case Nil =>
          to ! taken.reverse
          stop
        case Wait(kind, limit) :: rest =>
          def took(item: Item) = go(rest, item :: taken)
          kind match
            case 0 => react { case item: Item.Num => took(item) }
            case 1 => react { case item: Item.Word => took(item) }
            case 2 => react { case Item.Flag => took(Item.Flag) }
            case 3 => react { case item @ Item.Num(n) if n > limit => took(item) }
            case 4 => react { case item @ (Item.Num(3) | Item.Word("w3")) => took(item) }
            case 5 => react { case item @ Item.Both(_, Item.Flag) => took(item) }
            case _ => react { case item @ Item.Word(text) if text.endsWith(s"$limit") => took(item) }
    go(plan, Nil)

  private def receiving(plan: List[Wait], to: ActorRef[List[Item]]): ActorRef[Item] = threadActor[Item]:
    to ! plan.map: wait =>
      val limit = wait.limit
      wait.kind match
        case 0 => receive { case item: Item.Num => item }
        case 1 => receive { case item: Item.Word => item }
        case 2 => receive { case Item.Flag => Item.Flag }
        case 3 => receive { case item @ Item.Num(n) if n > limit => item }
        case 4 => receive { case item @ (Item.Num(3) | Item.Word("w3")) => item }
        case 5 => receive { case item @ Item.Both(_, Item.Flag) => item }
        case _ => receive { case item @ Item.Word(text) if text.endsWith(s"$limit") => item }

  private def model(plan: List[Wait], items: List[Item]): List[Item] =
    plan.foldLeft((items, List.empty[Item])) { case ((left, taken), wait) =>
      val at = left.indexWhere(wait.matches)
      (left.patch(at, Nil, 1), left(at) :: taken)
    }(1).reverse

  test("objects and classes with an equals or an accessor of their own are not trusted"):
    assert(!alone { case Fickle => 1 })
    assert(!alone { case FickleToo => 1 })
    assert(!alone { case loose: Loose if loose.n > 1 => 1 })
    assert(!alone { case text: CharSequence if text.length > 1 => 1 })
    assert(!alone { case n: java.util.concurrent.atomic.AtomicInteger if n.get > 1 => 1 })
    assert(!alone { case Item.Word(text) if Integer.getInteger(text) != null => 1 })

  test("a message taken from the middle leaves the memory of a behavior where it was"):
    def flags: Reaction = { case Item.Flag => 1 }
    def words: Reaction = { case Item.Word(_) => 1 }
    val kept = new SaveQueue
    val nodes = (1 to 20).map(n => new Mailbox.Node(Item.Num(n)))
    kept.begin(flags)
    for node <- nodes do
      kept.append(node, traps = false)
      kept.skip(node, flags)
    // another behavior takes the one at which the first has come to rest
    kept.begin(words)
    for node <- nodes.init do kept.skip(node, words)
    kept.take(nodes.last)
    val fresh = new Mailbox.Node(Item.Flag)
    kept.append(fresh, traps = false)
    kept.begin(flags)
    assert(kept.untried eq fresh)

  test("dropped messages are forgotten by all behaviors, and what the system sent stays"):
    def flags: Reaction = { case Item.Flag => 1 }
    val kept = new SaveQueue
    kept.begin(flags)
    for n <- 1 to 20 do
      val node = new Mailbox.Node(Item.Num(n))
      kept.append(node, traps = false)
      kept.skip(node, flags)
    val signal = new Mailbox.Node(eddy.actor.internal.signal.Signal.Look)
    kept.append(signal, traps = false)
    var dropped = 0
    kept.dropMessages(_ => dropped += 1)
    assertEquals(dropped, 20)
    val fresh = new Mailbox.Node(Item.Flag)
    kept.append(fresh, traps = false)
    kept.begin(flags)
    assert(kept.untried eq signal)
    kept.take(signal)
    assert(kept.untried eq fresh)
end SelectiveReceiveSuite

object SelectiveReceiveSuite:
  enum Item derives CanEqual:
    case Num(n: Int)
    case Word(text: String)
    case Both(a: Item, b: Item)
    case Flag

  object Item:
    def any(random: Random): Item = random.nextInt(4) match
      case 0 => Num(random.nextInt(6))
      case 1 => Word(s"w${random.nextInt(5)}")
      case 2 => Both(Flag, if random.nextBoolean() then Flag else Num(1))
      case _ => Flag

  /** The specification of a behavior: the messages it takes. */
  final case class Wait(kind: Int, limit: Int):
    def example: Item = kind match
      case 0 => Item.Num(0)
      case 1 => Item.Word("w")
      case 2 => Item.Flag
      case 3 => Item.Num(limit + 1)
      case 4 => Item.Word("w3")
      case 5 => Item.Both(Item.Flag, Item.Flag)
      case _ => Item.Word(s"w$limit")

    def matches(item: Item): Boolean = item match
      case Item.Num(n) => kind == 0 || kind == 3 && n > limit || kind == 4 && n == 3
      case Item.Word(text) => kind == 1 || kind == 4 && text == "w3" || kind == 6 && text.endsWith(s"$limit")
      case Item.Both(_, b) => kind == 5 && b == Item.Flag
      case Item.Flag => kind == 2

  case class Open(a: Int, b: String)
  final class Changing:
    @volatile var count = 0
  final case class Pair(a: Any, b: Any)
  trait Named:
    def name: String
  object Fickle:
    override def equals(other: Any): Boolean = Random.nextBoolean()
  abstract class Fickleness:
    override def equals(other: Any): Boolean = Random.nextBoolean()
  case object FickleToo extends Fickleness
  class Loose(val n: Int)
  object Even:
    def unapply(n: Int): Option[Int] = Option.when(n % 2 == 0)(n)
  object Shared:
    @volatile var limit = 1
    val fixed = 3
end SelectiveReceiveSuite
