package eddy.actor

import scala.concurrent.duration.DurationInt

/** The context of the sending code is present in the reaction that takes the message. */
class CarrierSuite extends ActorFixture:
  private val present = ThreadLocal[String]()

  private def in[A](name: String)(body: => A): A =
    val before = present.get
    present.set(name)
    try body
    finally present.set(before)

  private val carrier: Carrier = new Carrier:
    def present: Carried | Null =
      val name = CarrierSuite.this.present.get
      if name == null then null else body => in(name)(body.run())

  override protected def newSystem: ActorSystem = new ActorSystem(engine, carries = Some(carrier))

  private final case class Question(text: String, to: ActorRef[String])
  private def answered(q: Question): Unit = q.to ! s"${q.text}: ${present.get}"

  private val kinds = List[(String, () => ActorRef[Question])](
    "a reacting actor" -> (() =>
      actor[Question](loop(react { q =>
        answered(q); done
      }))
    ),
    "one with a bounded mailbox" -> (() =>
      actor.bounded[Question](10, Overflow.Refuse)(loop(react { q =>
        answered(q); done
      }))
    ),
    "one with a thread" -> (() => threadActor[Question](while true do receive { q => answered(q) }))
  )

  for (kind, start) <- kinds do
    test(s"the present context goes along with tells and asks: $kind"):
      val asked = start()
      def ask(text: String) = await(asked.ask[String](1.minute)(Question(text, _)))
      assertEquals(in("request 1")(ask("a")), "a: request 1")
      assertEquals(ask("b"), "b: null")
      val probe = new Probe[String]
      in("request 2")(asked ! Question("c", probe.ref))
      asked ! Question("d", probe.ref)
      assertEquals(probe.next(2), List("c: request 2", "d: null"))

  test("it is passed from actor to actor, also with a message that waits for its turn or has a sender"):
    val probe = new Probe[String]
    val last = actor[String](loop(react { text =>
      probe.ref ! s"$text ${present.get}"; done
    }))
    val middle = actor[String]:
      react:
        case "open" =>
          loop(react { text =>
            last.sendFrom(text); done
          })
    in("request 1")(middle ! "early")
    middle ! "open"
    in("request 2")(middle ! "late")
    middle ! "nobody's"
    assertEquals(probe.next(3), List("early request 1", "late request 2", "nobody's null"))

  test("a reaction that fails within it fails as any other"):
    val failing = actor[String](loop(react { text => throw IllegalStateException(text) }))
    val reason = endOf(failing, in("request 1")(failing ! "on purpose"))
    assertEquals(reason.toString, s"Failed(${IllegalStateException("on purpose")})")
end CarrierSuite
