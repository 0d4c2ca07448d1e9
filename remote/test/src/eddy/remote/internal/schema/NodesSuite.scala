package eddy.remote.internal.schema

import eddy.remote.Seeds
import eddy.testing.PatientSuite

import scala.collection.mutable
import scala.util.Random

/** The smallest graph, against the simplest way to find it. */
class NodesSuite extends PatientSuite:
  private def randomNodes(using random: Random): Vector[SchemaType] =
    val size = 1 + random.nextInt(20)
    val kinds = Vector(Kind.Option, Kind.Either, Kind.Int, Kind.Long, Kind.Tuple)
    Vector.fill(size):
      val kind = kinds(random.nextInt(2 + random.nextInt(4)))
      val arity = if kind.arity >= 0 then kind.arity else 1 + random.nextInt(3)
      SchemaType(kind, children = Vector.fill(arity)(random.nextInt(size)))

  /** Types without a known difference have one number, until all differences are known. */
  private def classes(nodes: Vector[SchemaType]): Vector[Int] =
    def numbered[K](keys: Vector[K]): Vector[Int] =
      val numbers = mutable.HashMap.empty[K, Int]
      keys.map(k => numbers.getOrElseUpdate(k, numbers.size))
    var now = numbered(nodes.map(n => (n.kind, n.children.size)))
    for _ <- nodes do now = numbered(nodes.indices.map(i => (now(i), nodes(i).children.map(now))).toVector)
    now

  private def reached(nodes: Vector[SchemaType]): Set[Int] =
    def more(known: Set[Int]): Set[Int] =
      val all = known ++ known.flatMap(nodes(_).children)
      if all == known then known else more(all)
    more(Set(0))

  test("the canonical graph has one type for each meaning"):
    Seeds.each(3000): random =>
      given Random = random
      val nodes = randomNodes
      val known = classes(nodes)
      val canonical = Nodes.canonical(nodes)
      assertEquals(canonical.length, reached(nodes).map(known).size, nodes)
      // and the same meaning: a walk along both finds the same kinds
      val pairs = mutable.HashSet((0, 0))
      val open = mutable.Queue((0, 0))
      while open.nonEmpty do
        val (a, b) = open.dequeue()
        assertEquals(nodes(a).kind, canonical(b).kind)
        for pair <- nodes(a).children.zip(canonical(b).children) if pairs.add(pair) do open += pair

  test("graphs have one canonical graph exactly if their roots have one meaning"):
    Seeds.each(3000): random =>
      given Random = random
      val nodes = randomNodes
      val other = random.nextInt(nodes.size)
      // the same types, with another root
      def from(root: Int) = Vector.tabulate(nodes.size): i =>
        val node = nodes((i + root) % nodes.size)
        node.copy(children = node.children.map(c => (c + nodes.size - root) % nodes.size))
      val known = classes(nodes)
      val (one, two) = (Nodes.canonical(from(0)), Nodes.canonical(from(other)))
      assertEquals(one.sameElements(two), known(0) == known(other))
      assertEquals(Nodes.isSame(one, 0, two, _ => ()), known(0) == known(other))
end NodesSuite
