package libraries

import eddy.state.SharedMap

/** What the application's handlers share. */
final case class User(id: String, name: String, visits: Int)

object Users:
  val byId: SharedMap[String, User] = SharedMap()

  /** The handler that has to run beside all others: it reads what they read. */
  val reader: String => String = id => byId.get(id).fold("nobody")(_.name)

  def name(id: String): String = byId.get(id).fold("nobody")(_.name)
