package eddy.actor

/** A child as its supervisor knows it; see [[Supervisor.children]].
  *
  * @param restarts how often it was restarted
  */
final case class ChildInfo(name: String, restarts: Int)
