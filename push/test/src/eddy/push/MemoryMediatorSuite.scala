package eddy.push

class MemoryMediatorSuite extends MediatorContract:
  // lazy, since the contract's tests are made before
  private lazy val shared = MemoryService()
  def newMediator(delivery: Delivery): Mediator = MemoryMediator(shared, delivery)
