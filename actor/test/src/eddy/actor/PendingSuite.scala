package eddy.actor

/** What loops and sequences put aside, in many rounds. */
class PendingSuite extends ActorFixture:
  private val told = "10000 loops and sequences of actor"
  private val many = 1_000_000

  private def pending(using actor: Actor[?]): Int =
    val last = actor.cell.cold.nn.pending
    if last == null then 0 else last.depth

  /** How much the actor has put aside in its last round, of `rounds`. */
  private def after(rounds: Int)(body: Actor[Int] ?=> (() => Unit) => Behavior[Int]): Int =
    val depth = new Probe[Int]
    val ref = actor[Int]:
      var n = 0
      body: () =>
        n += 1
        if n == rounds then depth.ref ! pending
    (1 to rounds).foreach(_ => ref ! 1)
    val result = depth.next()
    ref.kill()
    result

  test("a round that begins its loop again instead of ending with done adds no pending step"):
    val depth = after(many): count =>
      def again: Behavior[Int] = loop(react { _ =>
        count(); again
      })
      again
    assertEquals(depth, 1)

  test("recursion inside a loop puts nothing more aside"):
    val depth = after(many): count =>
      def deeper(n: Int): Behavior[Int] = react { k =>
        count(); deeper(n + k)
      }
      loop(deeper(0))
    assertEquals(depth, 1)

  test("two loops that begin each other put nothing more aside, nor does what would follow them"):
    val depth = after(many): count =>
      def one: Behavior[Int] = loop(react { _ =>
        count(); other
      }) andThen stop
      def other: Behavior[Int] = loop(react { _ =>
        count(); one
      })
      loopWhile(true)(one)
    assertEquals(depth, 1)

  test("rounds that end with done put nothing more aside, however loops are nested"):
    val depth = after(many): count =>
      loop:
        var left = 3
        loopWhile(left > 0) {
          left -= 1;
          react { _ =>
            count(); done
          } andThen done
        }
    // the loop, the inner one, and what follows its react is gone already
    assert(depth <= 3, depth)

  test(
    "a loopWhile that begins again in each round adds a pending step; many of them are logged once"
  ):
    val lines = logged:
      val depth = after(30_000): count =>
        def again: Behavior[Int] = loopWhile(true)(react { _ =>
          count(); again
        })
        again
      assertEquals(depth, 30_000)
    assertEquals(lines.count(_.startsWith(told)), 1)
    assert(lines.exists(_.endsWith("end the round with done")), lines.toString)

  test("recursion before andThen is done in the end as often as it was begun, however deep, and is logged"):
    val seen = new Probe[Int]
    val lines = logged:
      var n = 0
      val ref = actor[Int]:
        def deeper: Behavior[Int] =
          react[Int] { case 0 => done; case _ => deeper } andThen { n += 1; done }
        deeper andThen { seen.ref ! n; stop }
      (1 to many).foreach(_ => ref ! 1)
      ref ! 0
      assertEquals(seen.next(), many + 1)
    assertEquals(lines.count(_.startsWith(told)), 1)
end PendingSuite
