package subjects

import eddy.state.SharedMap

/** What many cases begin with. */
object Given:
  def map(): SharedMap[String, Int] = SharedMap[String, Int]()

  def accounts(): SharedMap[String, Account] = SharedMap[String, Account]()
  val anyAccount: Expected = Expected.writesAny(classOf[Account])

  /** A handler that does nothing but write a map, in some way of its own. */
  def writing(name: String)(register: (App, SharedMap[String, Int]) => Unit): Case = Case(
    name,
    a =>
      val m = map()
      register(a, m)
      Expected.exactly(Expected.writes(m))
  )
end Given
