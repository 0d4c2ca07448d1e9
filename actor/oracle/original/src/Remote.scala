package eddy.oracle.original

import java.net.{ InetAddress, ServerSocket }
import java.util.concurrent.CountDownLatch
import scala.actors._
import scala.actors.Actor._
import scala.actors.remote.{ Node, RemoteActor }
import scala.actors.remote.RemoteActor.{ alive, register, select }

/** Actors of two nodes: each actor that is alive at a port, and each that selects another one, is a node of
  * its own, over TCP.
  */
object Remote extends Scenarios {
  RemoteActor.classLoader = getClass.getClassLoader

  private def freePort(): Int = {
    val socket = new ServerSocket(0)
    try socket.getLocalPort
    finally socket.close()
  }

  private def at(port: Int) = Node(InetAddress.getLocalHost.getHostAddress, port)

  /** An actor that is registered as 'server at the port that is returned. */
  private def server(body: => Unit): Int = {
    val port = freePort()
    val ready = new CountDownLatch(1)
    actor {
      alive(port)
      register('server, self)
      ready.countDown()
      body
    }
    ready.await()
    port
  }

  private def doubler() = server(loop(react { case n: Int => reply(n * 2) }))

  private def obedient() = server(loop(react {
    case "end" => exit()
    case ("exit", reason: Symbol) => exit(reason)
    case ("fail", why: String) => throw new IllegalStateException(why)
    case "ping" => reply("pong")
  }))

  /** A link is on its way when `link` returns. */
  private def linkSurely(there: AbstractActor): Unit = {
    link(there)
    there !? "ping"
  }

  scenario("a message reaches the actor of that name") { t =>
    val port = server(react { case x => t.say(x); t.over() })
    actor(select(at(port), 'server) ! "hello")
  }

  scenario("messages arrive in order") { t =>
    val port = server {
      var got = List.empty[Int]
      loopWhile(got.size < 100)(react { case n: Int => got ::= n }) andThen { t.say(got.reverse == (1 to 100).toList); t.over() }
    }
    actor {
      val there = select(at(port), 'server)
      (1 to 100).foreach(n => there ! n)
    }
  }

  scenario("an answer reaches who sent the message") { t =>
    val port = doubler()
    actor {
      select(at(port), 'server) ! 21
      react { case n => t.say(n); t.over() }
    }
  }

  scenario("an ask that waits returns the answer") { t =>
    val port = doubler()
    actor { t.say(select(at(port), 'server) !? 21); t.over() }
  }

  scenario("futures of several asks are complete when all have answered") { t =>
    val port = doubler()
    actor {
      val there = select(at(port), 'server)
      val futures = (1 to 5).map(n => there !! n)
      t.say(futures.map(_.apply()).mkString(" "))
      t.over()
    }
  }

  scenario("an ask without an answer in time") { t =>
    val port = server(react { case n: Int => react { case "never" => () } })
    actor {
      t.say((select(at(port), 'server) !? (300, 1)).getOrElse("none"))
      t.over()
    }
  }

  scenario("asking a name that nobody has") { t =>
    val port = doubler()
    actor {
      t.say((select(at(port), 'nobody) !? (300, 1)).getOrElse("none"))
      t.over()
    }
  }

  scenario("asking an actor that has ended") { t =>
    val port = obedient()
    actor {
      self.trapExit = true
      val there = select(at(port), 'server)
      linkSurely(there)
      there ! "end"
      react { case Exit(_, _) =>
        t.say((there !? (300, "ping")).getOrElse("none"))
        t.over()
      }
    }
  }

  scenario("asking a node that is not there") { t =>
    val port = freePort()
    actor {
      t.say((select(at(port), 'server) !? (300, 1)).getOrElse("none"))
      t.over()
    }
  }

  scenario("a name that is registered twice") { t =>
    val port = server {
      val first = self
      val second = actor(react { case x => t.say("second got " + x); t.over() })
      register('server, second)
      react { case x => t.say("first got " + x); t.over() }
    }
    actor(select(at(port), 'server) ! "hello")
  }

  private def linked(t: Trace, millis: Long = 8000)(order: Any): Unit = {
    val port = obedient()
    actor {
      self.trapExit = true
      val there = select(at(port), 'server)
      linkSurely(there)
      there ! order
      reactWithin(millis) {
        case Exit(_, reason) => t.say(words(reason)); t.over()
        case TIMEOUT => t.say("nothing came"); t.over()
      }
    }
  }

  scenario("an actor that traps exits receives that of a linked one")(linked(_)(("exit", 'over)))
  scenario("and its normal end")(linked(_)("end"))
  scenario("and its failure")(linked(_, 2000)(("fail", "boom")))

  scenario("an exit ends a linked actor") { t =>
    val port = obedient()
    val here = actor {
      val there = select(at(port), 'server)
      linkSurely(there)
      react { case "go" => there ! (("exit", 'over)); react { case "never" => () } }
    }
    watch(t, "here" -> here)(here ! "go")
  }

  scenario("a normal end leaves a linked actor alone") { t =>
    val port = obedient()
    val here = actor {
      val there = select(at(port), 'server)
      linkSurely(there)
      there ! "end"
      reactWithin(500) { case TIMEOUT => t.say("lives"); t.over() }
    }
  }

  scenario("an unlinked actor lives") { t =>
    val port = obedient()
    actor {
      val there = select(at(port), 'server)
      linkSurely(there)
      unlink(there)
      there ! (("exit", 'over))
      reactWithin(500) { case TIMEOUT => t.say("lives"); t.over() }
    }
  }

  scenario("an actor of another node that fails ends with its own node's actors linked to it") { t =>
    val port = freePort()
    val ready = new CountDownLatch(1)
    var neighbour: Actor = null
    actor {
      alive(port)
      register('server, self)
      neighbour = actor(react { case "never" => () })
      link(neighbour)
      ready.countDown()
      react { case ("fail", why: String) => throw new IllegalStateException(why) }
    }
    ready.await()
    watch(t, "neighbour" -> neighbour)(actor(select(at(port), 'server) ! (("fail", "boom"))))
  }

  scenario("forward keeps the sender: the answer passes the one in the middle") { t =>
    val last = doubler()
    val middle = server {
      val there = select(at(last), 'server)
      react { case n => there forward n }
    }
    actor {
      select(at(middle), 'server) ! 4
      reactWithin(2000) { case TIMEOUT => t.say("nothing came"); t.over(); case n => t.say(n); t.over() }
    }
  }
}
