package eddy.push

/** The service behind the mediators of a contract, as a test may take it away. */
trait RestartableService:
  /** Ends it as if the power had failed. Done when it is gone. */
  def kill(): Unit

  /** Starts it again, in the same place. Done when it answers. */
  def start(): Unit
end RestartableService
