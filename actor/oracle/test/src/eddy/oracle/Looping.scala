package eddy.oracle

import eddy.actor.*

import scala.annotation.nowarn

/** `loop`, `loopWhile`, `andThen`. */
final class Looping(using ActorSystem) extends Scenarios:
  scenario("loop repeats until exit"): t =>
    val a = actor[Any]:
      loop:
        react:
          case "end" => stop
          case x => t.say(x); done
    watch(t, "a" -> a)(List("x", "y", "end", "never").foreach(a ! _))

  scenario("a round of a loop may react more than once"): t =>
    val a = actor[Any]:
      loop:
        react:
          case n: Int => react { case s: String => t.say(s"$n$s"); done }
          case Symbol("end") => t.over(); done
    List[Any]("a", 1, 2, "b", Symbol("end")).foreach(a ! _)

  scenario("loopWhile looks at its condition before each round, then andThen follows"): t =>
    @nowarn("msg=done ends this actor")
    val a = actor[Any]:
      var n = 0
      loopWhile(n < 2)(react { case x => n += 1; t.say(s"round $x"); done }) andThen {
        t.say("after")
        react { case x => t.say(s"last $x"); t.over(); done }
      }
    (1 to 3).foreach(a ! _)

  scenario("loopWhile whose condition never held does nothing"): t =>
    val _ = actor[Any](loopWhile(false) { t.say("never"); done } andThen { t.say("after"); t.over(); done })

  scenario("andThen follows a react"): t =>
    @nowarn("msg=done ends this actor")
    val a = actor[Any]:
      react[Any] { case x => t.say(s"first $x"); done } andThen
        react { case x => t.say(s"then $x"); t.over(); done }
    (1 to 2).foreach(a ! _)

  scenario("an inner loopWhile ends before the outer continues"): t =>
    val a = actor[Any]:
      var outer = 0
      loopWhile(outer < 2) {
        outer += 1
        var inner = 0
        loopWhile(inner < 2)(react { case x => inner += 1; t.say(s"$outer.$inner $x"); done }) andThen {
          t.say("inner ended")
          done
        }
      } andThen { t.over(); done }
    (1 to 4).foreach(a ! _)

  scenario("exit inside a sequence ends the actor: the second part does not run"): t =>
    val a = actor[Any]:
      react[Any] { case x => t.say(x); exit(because("early")) } andThen { t.say("never"); done }
    watch(t, "a" -> a)(a ! 1)

  scenario("a hundred thousand rounds"): t =>
    val a = actor[Any]:
      var n = 0
      loopWhile(n < 100_000)(react { case k: Int => n += k; done }) andThen { t.say(n); t.over(); done }
    (1 to 100_000).foreach(_ => a ! 1)

  scenario("reactWithin inside loop has a new time in each round"): t =>
    var quiet = 0
    val _ = actor[Any]:
      // in its mailbox before its time begins, however busy the machine is
      self ! 1
      loop:
        reactWithin(millis(150)):
          case TIMEOUT =>
            quiet += 1
            t.say("quiet")
            if quiet == 2 then
              t.over()
              stop
            else done
          case x => t.say(x); done
end Looping
