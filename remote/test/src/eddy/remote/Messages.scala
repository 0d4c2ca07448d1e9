package eddy.remote

import java.time.{Duration as JavaDuration, Instant}
import java.util.UUID
import scala.concurrent.duration.FiniteDuration

/** Messages as applications have them, for several suites. */
enum Count derives Pickler:
  case Add(n: Int)
  case Get(name: String)
  case Reset

enum Tree[+A] derives Pickler:
  case Leaf(value: A)
  case Fork(left: Tree[A], right: Tree[A])
  case Many(all: List[Tree[A]])

final case class Person(name: String, age: Int = 18, nick: Option[String] = None) derives Pickler

final case class Everything(
    boolean: Boolean,
    byte: Byte,
    short: Short,
    int: Int,
    long: Long,
    char: Char,
    float: Float,
    double: Double,
    string: String,
    bigInt: BigInt,
    bigDecimal: BigDecimal,
    uuid: UUID,
    instant: Instant,
    javaDuration: JavaDuration,
    duration: FiniteDuration,
    unit: Unit,
    person: Person,
    count: Count,
    either: Either[Int, String],
    tuple: (Int, String, Long),
    vector: Vector[Short],
    seq: Seq[Boolean],
    set: Set[Char],
    map: Map[String, List[Int]]
) derives Pickler

sealed trait Animal derives Pickler
final case class Dog(name: String) extends Animal
case object Cat extends Animal
sealed trait Bird extends Animal
final case class Eagle(wings: Double) extends Bird
case object Kiwi extends Bird

enum Side derives Pickler:
  case Buy, Sell

final case class Order(id: Long, account: String, side: Side, price: Long, quantity: Int) derives Pickler

final case class Chat(room: String, from: String, text: String, at: Instant) derives Pickler

final class Secret private (val text: String)
object Secret:
  def apply(text: String): Secret =
    require(text.nonEmpty, "a secret is not empty")
    new Secret(text)
  given Pickler[Secret] = Pickler.string.wrap(Secret(_))(_.text)

/** The wire format of most values that these tests write. */
object Messages:
  val everything: Everything = Everything(
    true,
    -1,
    300,
    -70000,
    1L << 40,
    'ü',
    1.5f,
    -0.1,
    "naïve 🙂",
    BigInt(2).pow(70),
    BigDecimal("-12.50"),
    UUID(1, -2),
    Instant.ofEpochSecond(1_790_000_000, 5),
    JavaDuration.ofMillis(-1500),
    FiniteDuration(90, "minutes"),
    (),
    Person("Ann", 30, Some("A")),
    Count.Add(41),
    Right("r"),
    (1, "b", -3L),
    Vector(1, -2),
    Seq(true, false),
    Set('x', 'y'),
    Map("a" -> List(1, 2), "b" -> Nil)
  )
end Messages
