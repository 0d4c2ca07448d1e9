package eddy.actor
package linking

import scala.util.Random

/** Random graphs of linked actors, some of which trap exits, checked against a model that is a graph search.
  */
class LinkGraphSuite extends ActorFixture:
  private enum Order:
    case Link(other: ActorRef[Order], to: ActorRef[Unit])
    case Unlink(other: ActorRef[Order], to: ActorRef[Unit])
    case Links(to: ActorRef[Set[ActorRef[?]]])
    case End(reason: ExitReason)
    case Trapped(exit: Exit)

  private def node(traps: Boolean): ActorRef[Order] = actor[Order]:
    if traps then trapExit(Order.Trapped(_))
    loop:
      react:
        case Order.Link(other, to) =>
          link(other)
          to ! ()
          done
        case Order.Unlink(other, to) =>
          unlink(other)
          to ! ()
          done
        case Order.Links(to) =>
          to ! links
          done
        case Order.End(reason) => exit(reason)
        case Order.Trapped(_) => done

  private final class Model(traps: Vector[Boolean]):
    var edges = Set.empty[(Int, Int)]
    var dead = Map.empty[Int, ExitReason]
    def neighbours(i: Int): Set[Int] = edges.collect { case (`i`, b) => b; case (a, `i`) => a }

    /** Actor `first` ends with `reason`; so do linked actors, unless they trap or the reason is Normal.
      */
    def end(first: Int, reason: ExitReason): Unit =
      var todo = List(first)
      while todo.nonEmpty do
        val i = todo.head
        todo = todo.tail
        if !dead.contains(i) then
          dead += i -> reason
          if reason != ExitReason.Normal then todo = neighbours(i).filter(!traps(_)).toList ::: todo
      edges = edges.filter((a, b) => !dead.contains(a) && !dead.contains(b))

  private def run(seed: Int): Unit =
    val random = new Random(seed)
    val size = 2 + random.nextInt(25)
    val traps = Vector.fill(size)(random.nextInt(5) == 0)
    val model = new Model(traps)
    val refs = traps.map(node)
    val ends = refs.map: ref =>
      val probe = new Probe[ExitReason]
      watch(ref, probe)
      probe
    val done = new Probe[Unit]
    def alive = refs.indices.filter(!model.dead.contains(_))
    (1 to 40).foreach: _ =>
      if alive.size >= 2 then
        val a = alive(random.nextInt(alive.size))
        val b = alive(random.nextInt(alive.size))
        random.nextInt(20) match
          case n if n < 14 && a != b =>
            refs(a) ! Order.Link(refs(b), done.ref)
            done.next()
            model.edges += (math.min(a, b) -> math.max(a, b))
          case n if n < 17 && a != b =>
            refs(a) ! Order.Unlink(refs(b), done.ref)
            done.next()
            model.edges -= (math.min(a, b) -> math.max(a, b))
          case 17 => endAndCheck(a, ExitReason.Normal, refs(a) ! Order.End(ExitReason.Normal))
          case 18 => endAndCheck(a, ExitReason.Because(seed), refs(a) ! Order.End(ExitReason.Because(seed)))
          case 19 => endAndCheck(a, ExitReason.Killed, refs(a).kill())
          case _ => ()

    def endAndCheck(first: Int, reason: ExitReason, act: => Unit): Unit =
      val before = model.dead.keySet
      // every actor has taken what came to it: links are made at both ends
      alive.foreach(linksOf(_): Unit)
      model.end(first, reason)
      act
      (model.dead.keySet -- before).foreach(i =>
        assertEquals(ends(i).next(), reason, s"seed $seed, actor $i")
      )
      alive.foreach: i =>
        assertEquals(linksOf(i), model.neighbours(i).map(refs(_): ActorRef[?]), s"seed $seed, links of $i")

    def linksOf(i: Int): Set[ActorRef[?]] =
      val answer = new Probe[Set[ActorRef[?]]]
      refs(i) ! Order.Links(answer.ref)
      answer.next()

    alive.foreach(i => refs(i).kill())
  end run

  test(
    "ends spread over random link graphs as a graph search says, with the same reasons, and leave the same links"
  ):
    val rounds = eddy.testing.TestLength.rounds(short = 1, full = 10)
    (1 to 150 * rounds).foreach(run)
end LinkGraphSuite
