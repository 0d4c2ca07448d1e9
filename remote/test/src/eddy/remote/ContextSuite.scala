package eddy.remote

import eddy.actor.*

import scala.concurrent.duration.DurationInt

/** The context of the sending code is present in the reaction at another node. */
class ContextSuite extends NodeFixture:
  import ContextSuite.Asked

  private val present = ThreadLocal[String]()

  private def in[A](name: String)(body: => A): A =
    val before = present.get
    present.set(name)
    try body
    finally present.set(before)

  private final class Named(name: String) extends Carried:
    def run(body: Runnable): Unit = in(name)(body.run())
    override def headers: List[(String, String)] = if name == "private" then Nil else List("name" -> name)

  override protected def carrier: Option[Carrier] = Some(new Carrier:
    def present: Carried | Null =
      val name = ContextSuite.this.present.get
      if name == null then null else Named(name)
    override def received(headers: List[(String, String)]): Carried | Null =
      headers.collectFirst { case ("name", name) => Named(s"$name, far") }.orNull)

  private def answering(using Actor[Asked]): Behavior[Asked] = react:
    case Asked(text, to) =>
      to ! s"$text: ${present.get}"
      answering

  test("the context goes along to another node, with tells, asks, and messages to a name"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      b.node.register("echo", b.run[Asked](answering))
      val echo = a.found[Asked](b, "echo")
      val named = a.peer(b).named[Asked]("echo")
      val probe = a.probe[String]
      def ask(of: ActorRef[Asked], text: String) = await(of.ask[String](1.minute)(Asked(text, _)))
      assertEquals(in("request 1")(ask(echo, "a")), "a: request 1, far")
      assertEquals(in("request 2")(ask(named, "b")), "b: request 2, far")
      in("request 3")(echo ! Asked("c", probe.ref))
      echo ! Asked("d", probe.ref)
      in("private")(echo ! Asked("e", probe.ref))
      assertEquals(probe.next(3), List("c: request 3, far", "d: null", "e: null"))

  test("an actor passes it on to a third node, and back"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val c = nodes.start("c")()
      val _ = await(b.node.connect("c"))
      c.node.register("echo", c.run[Asked](answering))
      val last = b.found[Asked](c, "echo")
      b.node.register(
        "front",
        b.run[Asked](loop(react { asked =>
          last ! asked
          done
        }))
      )
      val front = a.found[Asked](b, "front")
      val back = a.probe[String]
      val listener = a.run[String](loop(react { text =>
        back.ref ! s"$text, ${present.get}"
        done
      }))
      in("request")(front ! Asked("a", listener))
      assertEquals(back.next(), "a: request, far, far, request, far, far, far")

  test("it reaches the members of a group at another node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val group = b.node.group[Asked]("echoes")
      group.join(b.run[Asked](answering)): Unit
      val here = a.node.group[Asked]("echoes")
      eddy.testing.Eventually.until("a sees the member of b")(here.members.nonEmpty)
      val probe = a.probe[String]
      in("request")(here.broadcast(Asked("a", probe.ref)): Unit)
      assertEquals(probe.next(), "a: request, far")
end ContextSuite

object ContextSuite:
  final case class Asked(text: String, to: ActorRef[String]) derives Pickler
