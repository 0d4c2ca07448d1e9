package eddy.push

/** Histories that each node keeps for itself. */
class UnsharedHistorySuite extends HistoryContract:
  // lazy, since the tests of the contract are made before
  private lazy val shared = MemoryService()
  def newMediator(delivery: Delivery): Mediator = UnsharedMediator(shared)
  override def deliveries: Seq[Delivery] = Seq(Delivery.Adaptive)
