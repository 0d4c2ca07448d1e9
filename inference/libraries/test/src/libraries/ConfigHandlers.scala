package libraries

import com.typesafe.config.ConfigFactory

object TypesafeConfigHandlers:
  private val config = ConfigFactory.parseString("users { greeting = Hello, admins = [a, b] }")
  private val users = config.getConfig("users")

  val read: String => String = id =>
    val greeting = if users.getStringList("admins").contains(id) then "Admin" else users.getString("greeting")
    s"$greeting ${Users.name(id)}"
