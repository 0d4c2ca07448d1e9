package eddy.push

class MemoryMediatorSuite extends MediatorContract:
  // lazy, since the contract's tests are made before
  private lazy val shared = MemoryService()
  def newMediator(delivery: Delivery): Mediator = MemoryMediator(shared, delivery)

  test(
    "a channel without a subscriber begins another epoch on request; one with a node or pattern does not"
  ):
    val service = MemoryService()
    val (one, two) = (MemoryMediator(service), MemoryMediator(service))
    for mediator <- Seq(one, two) do start(mediator): Unit
    val name = kept
    def top = await(one.read(name, HistoryQuery())).top
    for interest <- Seq(Interest.Channel(name), Interest.Pattern("*")) do
      await(two.subscribe(interest, TestIntake()))
      publish(one, name, "a")
      val before = top
      assert(!one.forgetUnheard(name), interest.toString)
      assertEquals(top, before)
      await(two.unsubscribe(interest))
      assert(one.forgetUnheard(name), interest.toString)
      assertEquals(top.offset, 0L)
      assertNotEquals(top.epoch, before.epoch)
end MemoryMediatorSuite
