package eddy.oracle

import eddy.actor.*

/** `receive` and `receiveWithin`, which return. */
final class Threads(using ActorSystem) extends Scenarios:
  scenario("receive returns the value of its case, and statements follow"): t =>
    val a = threadActor[Any]:
      var sum = 0
      while sum < 6 do sum += receive { case n: Int => n }
      t.say(sum)
      t.over()
    (1 to 3).foreach(a ! _)

  scenario("receive is selective"): t =>
    val a = threadActor[Any]:
      val go = receive { case "go" => "went" }
      val n = receive { case n: Int => n }
      t.say(go)
      t.say(n)
      (1 to 2).foreach(_ => t.say(receive { case x => x }))
      t.over()
    List[Any]("a", 1, "b", "go").foreach(a ! _)

  scenario("a receive inside a case of receive sees what is left, older ones first"): t =>
    val a = threadActor[Any]:
      val pair = receive { case "go" => ("go", receive { case n: Int => n }) }
      t.say(pair)
      t.say(receive { case n: Int => n })
      t.over()
    List[Any](1, 2, "go").foreach(a ! _)

  scenario("receiveWithin returns the value of its TIMEOUT case, and the actor continues"): t =>
    val a = threadActor[Any]:
      t.say(receiveWithin(millis(30)) { case n: Int => n; case TIMEOUT => "timeout" })
      t.say(receive { case s: String => s })
      t.over()
    a ! "waits"

  scenario("receiveWithin of zero takes the messages in the mailbox before it times out"): t =>
    val a = threadActor[Any]:
      receive { case "go" => () }
      var more = true
      while more do receiveWithin(millis(0)) { case n: Int => t.say(n); case TIMEOUT => more = false }
      t.say("timeout")
      t.over()
    List[Any](1, 2, "go").foreach(a ! _)

  scenario("a receiveWithin that is answered in time leaves no timeout behind"): t =>
    val a = threadActor[Any]:
      receive { case "go" => () }
      t.say(receiveWithin(millis(40)) { case n: Int => n; case TIMEOUT => "timeout" })
      t.say(receive { case x => x })
      t.over()
    List[Any](1, "go").foreach(a ! _)
    later(millis(120), a, "last")

  scenario("the sender of the outer message is the sender again after an inner receive"): t =>
    val a = threadActor[Any]:
      receive { case "outer" =>
        receive { case "inner" => reply("to the inner") }
        reply("to the outer")
      }
    val outer = actor[Any]:
      a.sendFrom("outer")
      react { case x: String =>
        t.say(s"outer got $x")
        react { case ("inner", x) => t.say(s"inner got $x"); t.over(); stop }
      }
    val _ = actor[Any]:
      a.sendFrom("inner")
      react { case x => outer ! ("inner", x); stop }

  scenario("an actor that receives answers one that reacts"): t =>
    val b = actor[Any](loop(react { case n: Int => reply(n + 1); done }))
    val _ = threadActor[Any]:
      var n = 0
      while n < 100 do
        b.sendFrom(n)
        n = receive { case k: Int => k }
      t.say(n)
      t.over()
end Threads
