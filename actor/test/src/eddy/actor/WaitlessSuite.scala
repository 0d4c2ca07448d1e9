package eddy.actor

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** Rounds of loops, and sequences, that wait for no message. */
class WaitlessSuite extends ActorFixture:
  private val endless = List[(String, Actor[Unit] ?=> Behavior[Unit])](
    "loop" -> loop(done),
    "loopWhile" -> loopWhile(true)(done),
    "a loop in a loop" -> loop(loopWhile(false)(done)),
    "sequences" -> Waitless.sequences,
    "a loop begun anew" -> Waitless.anew
  )

  for (what, body) <- endless do
    test(s"$what without a wait can be killed, and asked to end"):
      val told = new Probe[ExitReason]
      val started = new CountDownLatch(2)
      def spinner = actor[Unit]({ started.countDown(); done } andThen body)
      val (killed, asked) = (spinner, spinner)
      List(killed, asked).foreach(watch(_, told))
      started.await()
      killed.kill()
      assertEquals(told.next(), ExitReason.Killed)
      asked.exit(ExitReason.Because("enough"))
      assertEquals(told.next(), ExitReason.Because("enough"))

  test("an actor that never waits ends with the actor that it is linked to"):
    val told = new Probe[ExitReason]
    val other = actor[Unit]:
      val spinner = actor.linked[Unit](loop(done))
      watch(spinner, told)
      react { case () => exit(ExitReason.Because("over")) }
    other ! ()
    assertEquals(told.next(), ExitReason.Because("over"))

  test("messages wait, in order, as long as rounds wait for none; so do trapped exits"):
    val seen = new Probe[Any]
    val gate = new CountDownLatch(1)
    val ref = actor[Any]:
      trapExit(identity)
      react { case 0 =>
        loopWhile(gate.getCount > 0)(done) andThen loop(react { message =>
          seen.ref ! message; done
        })
      }
    (0 to 20).foreach(ref ! _)
    ref.exit(ExitReason.Because("asked"))
    ref ! 21
    gate.countDown()
    assertEquals(seen.next(22), (1 to 20).toList ::: List[Any](Exit(ref, ExitReason.Because("asked")), 21))
    ref.kill()

  test("the sender is known in each round that waits for none, and not beyond them"):
    val seen = new Probe[Any]
    val counter = actor[Int]:
      react: most =>
        var n = 0
        loopWhile(n < most) { n += 1; done } andThen:
          reply(n)
          // that of a message of nobody's is not that of the one before
          react { _ =>
            seen.ref ! scala.util.Try(sender[Any]).isFailure; stop
          }
    val _ = actor[Any]:
      counter.sendFrom(1000)
      react { case n => seen.ref ! n; stop }
    assertEquals(seen.next(), 1000)
    counter ! 0
    assertEquals(seen.next(), true)

  test("a child has started when it waits, not before: rounds without a wait are part of its start"):
    val said = new Probe[String]
    val gate = new CountDownLatch(1)
    val slow = Child[String]("slow", ChildOptions(startTimeout = 1.hour)):
      var n = 0
      // more than one turn of them, however soon the gate opens
      loopWhile { n += 1; gate.getCount > 0 || n < 1000 }(done) andThen:
        said.ref ! "slow waits"
        loop(react { text =>
          said.ref ! text; done
        })
    val never =
      Child[String]("never", ChildOptions(restart = Restart.Temporary, startTimeout = 20.millis))(loop(done))
    val last = Child[String]("last"):
      said.ref ! "last starts"
      loop(react { _ => done })
    val supervisor = supervise()(slow, never, last)
    val told = new Probe[ExitReason]
    watch(never.ref, told)
    gate.countDown()
    assertEquals(said.next(2), List("slow waits", "last starts"))
    assertEquals(told.next(), ExitReason.Killed)
    await(supervisor.shutdown()): Unit

  test("a restart of a child that never waits begins its rounds again"):
    val lives = new Probe[Int]
    var life = 0
    val child = Child[String]("spinner", ChildOptions(startTimeout = 1.hour)):
      life += 1
      lives.ref ! life
      if life < 3 then loop(done)
      else
        loop(react { text =>
          lives.ref ! text.length; done
        })
    val supervisor = supervise(Supervision(intensity = Intensity(100, 1.hour)))(child)
    (1 to 2).foreach: n =>
      assertEquals(lives.next(), n)
      child.ref.kill()
    assertEquals(lives.next(), 3)
    child.ref ! "four"
    assertEquals(lives.next(), 4)
    await(supervisor.shutdown()): Unit

  test("a life that is killed before it has gone on is over once"):
    val lives = new Probe[Int]
    var life = 0
    val child = Child[String]("spinner", ChildOptions(startTimeout = 1.hour)):
      life += 1
      lives.ref ! life
      if life == 1 then
        // arrives before the signal with which the actor continues
        self.kill()
        loop(done)
      else
        loop(react { _ =>
          lives.ref ! 0; done
        })
    // a second end would be one too many
    val supervisor = supervise(Supervision(intensity = Intensity(1, 1.hour)))(child)
    assertEquals(lives.next(2), List(1, 2))
    child.ref ! "still there"
    assertEquals(lives.next(), 0)
    assertEquals(await(supervisor.children), List(ChildInfo("spinner", 1)))
    await(supervisor.shutdown()): Unit
end WaitlessSuite

private object Waitless:
  def sequences: Behavior[Unit] = done andThen sequences
  def anew(using Actor[Unit]): Behavior[Unit] = loop(anew)
