package eddy.remote.internal.node

import eddy.actor.ActorRef
import eddy.remote.internal.address.Export
import eddy.remote.internal.node.MessageTypeSuite.*
import eddy.remote.{PickleReader, Pickler}
import eddy.testing.PatientSuite

/** Which of the types that an actor receives the bytes of a message are read as. */
class MessageTypeSuite extends PatientSuite:
  private def receiver(protocols: Pickler[?]*): Export =
    val one = new Export(nobody, 2)
    protocols.foreach(one.admit)
    one

  private def nobody: ActorRef[Any] = null.asInstanceOf[ActorRef[Any]]

  private def typeOf[A](using sender: Pickler[A]) = MessageType(sender.schema, sender.sentName)

  /** What a message is read as. */
  private def read[A: Pickler](message: A, protocols: Pickler[?]*): Either[String, Any] =
    typeOf[A].readerFor(receiver(protocols*)).map: reader =>
      reader.asInstanceOf[PickleReader[Any]].read(Pickler.write(message)).getOrElse(fail("unreadable"))

  test("a message is read as its own class, of several with its form"):
    val types = Vector[Pickler[?]](Pickler[Bid.Price], Pickler[Ask.Price], Pickler[Amount])
    for order <- types.permutations do
      assertEquals(read(Bid.Price(1), order*), Right(Bid.Price(1)))
      assertEquals(read(Ask.Price(1), order*), Right(Ask.Price(1)))
      assertEquals(read(Amount(1), order*), Right(Amount(1)))

  test("a message is read as its own class, if another one has its form now"):
    val types = Vector[Pickler[?]](Pickler[Later.Price], Pickler[Amount], Pickler[Wide])
    for order <- types.permutations do assertEquals(read(Bid.Price(1), order*), Right(Later.Price(1, "")))

  test("lists of a class differ by the class"):
    val types = Vector[Pickler[?]](Pickler[List[Bid.Price]], Pickler[List[Amount]])
    for order <- types.permutations do
      assertEquals(read(List(Amount(1)), order*), Right(List(Amount(1))))
      assertEquals(read(List(Bid.Price(1)), order*), Right(List(Bid.Price(1))))

  test("a class that was renamed is read as the only type that it fits"):
    assertEquals(read(Amount(1), Pickler[Bid.Price]), Right(Bid.Price(1)))
    assertEquals(read(Amount(1), Pickler[Bid.Price], Pickler[Other]), Right(Bid.Price(1)))

  test("a message that fits two types, of which none is its own, is refused with the remedy"):
    val refused = read(Amount(1), Pickler[Bid.Price], Pickler[Wide])
    assertEquals(
      refused,
      Left(
        "it may be read as each of eddy.remote.internal.node.MessageTypeSuite.Bid.Price, " +
          "eddy.remote.internal.node.MessageTypeSuite.Wide: types that one actor receives need names, " +
          "such as those of case classes"
      )
    )

  test("a message whose own class cannot read it is not read as another one"):
    assert(clue(read(Amount(1), Pickler[Broken.Amount], Pickler[Wide])).isLeft)

  test("wrapped types of one form are refused together, and one of them is not"):
    assert(clue(read(Meters(1), Pickler[Meters], Pickler[Seconds])).isLeft)
    assertEquals(read(Meters(1), Pickler[Meters], Pickler[Meters]), Right(Meters(1)))

  test("readers are not kept for picklers that are made for one address"):
    val sent = typeOf[List[Bid.Price]]
    for _ <- 0 until 10_000 do
      assert(sent.readerFor(receiver(Pickler[List[Later.Price]])).isRight)
      assert(sent.readerFor(receiver(Pickler[Vector[Bid.Price]])).isRight)
    assert(clue(sent.knownReaders) <= 64)
end MessageTypeSuite

object MessageTypeSuite:
  object Bid:
    final case class Price(n: Int) derives Pickler
  object Ask:
    final case class Price(n: Int) derives Pickler
  object Later:
    final case class Price(n: Int, text: String = "") derives Pickler
  object Broken:
    final case class Amount(n: String) derives Pickler
  final case class Amount(n: Int) derives Pickler
  final case class Wide(n: Long) derives Pickler
  final case class Other(text: String) derives Pickler
  final class Meters(val n: Int) derives CanEqual:
    override def equals(other: Any): Boolean = other match
      case that: Meters => n == that.n
      case _ => false
    override def hashCode: Int = n
  object Meters:
    given Pickler[Meters] = Pickler.int.wrap(new Meters(_))(_.n)
  final class Seconds(val n: Int)
  object Seconds:
    given Pickler[Seconds] = Pickler.int.wrap(new Seconds(_))(_.n)
end MessageTypeSuite
