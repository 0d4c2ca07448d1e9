package eddy.push.jgroups

/** Unused channels. */
class ForgettingSuite extends JGroupsSuite:
  test("all nodes forget an unused channel together, and none one with a subscriber or a history"):
    val one = Member().up()
    val two = Member().up()
    one.sees(2)
    val unused = two.read("kept:unused").top
    val _ = one.hear("kept:heard")
    val heard = two.read("kept:heard").top
    val published = one.publish("kept:published", "1").last
    // a follower does not forget without the coordinator
    two.mediator.member.sweep(forNanos = 0)
    assertEquals(two.read("kept:unused").top, unused)
    one.mediator.member.sweep(forNanos = 0)
    for node <- Seq(one, two) do
      until("it is forgotten")(node.mediator.present("kept:unused", unused).isEmpty)
    val anew = two.read("kept:unused").top
    assertEquals(anew.offset, 0L)
    assertNotEquals(anew.epoch, unused.epoch)
    for node <- Seq(one, two) do
      assertEquals(node.read("kept:unused").top, anew)
      assertEquals(node.read("kept:heard").top, heard)
      assertEquals(node.read("kept:published").top, published)
end ForgettingSuite
