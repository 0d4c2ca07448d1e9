package eddy.remote

import eddy.testing.Eventually

/** How the nodes of a cluster find each other. */
class MeetingSuite extends NodeFixture:
  private def knows(machine: Machine, names: String*): Unit =
    Eventually.until(s"${machine.name} is connected with ${names.mkString(", ")}"):
      machine.node.peers.map(_.name) == names.toSet

  test("nodes with one seed are all connected with each other"):
    withNodes: nodes =>
      val names = (1 to 6).map(i => s"n$i")
      val machines = names.map(name => nodes.start(name, seeds = if name == "n1" then Nil else Seq("n1"))())
      for machine <- machines do knows(machine, names.filter(_ != machine.name)*)

  test("two parts of a cluster become one when a node of one connects to the other"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val c = nodes.start("c")()
      val d = nodes.start("d", seeds = Seq("c"))()
      knows(c, "d")
      val _ = await(d.node.connect("a"))
      for machine <- List(a, b, c, d) do
        knows(machine, List("a", "b", "c", "d").filter(_ != machine.name)*)

  test("a node that does not connect to all hears of nobody, and tells nobody"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val dials = HeldDials(nodes.network.transport("hub"), "d")
      val hub = nodes.start("hub")(_.copy(transport = dials, connectAll = false))
      val c = nodes.start("c")()
      for one <- List(a, c) do
        val _ = (await(one.node.connect("hub")), await(hub.node.connect(one.name)))
      // a message about others would have arrived before
      hub.node.register("marker", hub.probe[Int].ref)
      for one <- List(a, c) do
        val _ = one.found[Int](hub, "marker")
        assertEquals(one.node.peers.map(_.name), Set("hub"))
      // a tells it of another one, before it answers
      val _ = nodes.start("d", seeds = Seq("a"))()
      knows(a, "d", "hub")
      a.node.register("marker", a.probe[Int].ref)
      val _ = hub.found[Int](a, "marker")
      assert(dials.held.isEmpty)
end MeetingSuite
