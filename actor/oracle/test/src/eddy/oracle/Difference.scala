package eddy.oracle

/** Where Eddy differs on purpose: what each says in that scenario, and why. The same table, for people:
  * docs/oracle.md.
  */
final case class Difference(scenario: String, original: List[String], eddy: List[String], why: String)

object Difference:
  val all: List[Difference] = List(
    Difference(
      "a guard sees each message, oldest first, once for each react",
      List("1:1", "1:2", "1:3", "1:3", "2:1", "2:2", "2:4", "2:4"),
      List("1:1", "1:2", "1:3", "2:1", "2:2", "2:4"),
      "the original evaluates the pattern of a matching message twice, to test it and to apply it"
    ),
    Difference(
      "a TIMEOUT that somebody sent is no message",
      List("1"),
      List("timeout"),
      "the original's own timeouts are messages, so it throws away one that it finds; Eddy's come from the clock"
    ),
    Difference(
      "null is a message",
      List("null"),
      List("refused"),
      "a message says what it means"
    ),
    Difference(
      "an answer after the ask's time disturbs nobody",
      List("none", "answered", "late answer"),
      List("none", "answered", "nothing came"),
      "the original's asker finds the late answer in its mailbox; Eddy's address for the answer takes it and is gone"
    ),
    Difference(
      "asking an actor that has ended",
      List("none"),
      List("UnansweredException"),
      "the original waits until the time is over; Eddy says so at once"
    ),
    Difference(
      "the sender of a message that no actor sent",
      List("answer", "a normal"),
      List("a failed, no message with a sender is being handled"),
      "in the original every thread is an actor with a mailbox; in Eddy threads ask"
    ),
    Difference(
      "a link made by its second link is still one",
      List("because of once", "because of once"),
      List("because of once"),
      "as in Erlang, two actors are linked or they are not"
    ),
    Difference(
      "linking to an actor that has ended",
      List("nothing"),
      List("NoActor"),
      "as in Erlang, a link that cannot be made is answered as an exit, so that nobody waits for ever"
    ),
    Difference(
      "linking to itself",
      List("linked", "a because of end"),
      List("refused", "a because of end"),
      "it could mean nothing"
    ),
    Difference(
      "actors that block hold nobody up",
      List("was held up"),
      List("ran"),
      "the original's pool grows only for its own receive; Eddy finds blocked workers by itself"
    )
  )
end Difference
