package eddy.push.redis.internal

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import scala.util.Using

/** A Lua program that Redis runs as one step. Redis 7 or later, as scripts must be able to publish to shards.
  *
  * @param sha what Redis calls it once it is loaded
  */
private[redis] final class Script private (val text: Array[Byte]):
  val sha: String = MessageDigest.getInstance("SHA-1").nn.digest(text).nn.map(b => f"$b%02x").mkString

private[redis] object Script:
  /** Assigns a message its place, stores it and its key, and sends it to the subscribers. */
  val Publish: Script = named("publish")
  val Read: Script = named("read")
  val Forget: Script = named("forget")

  def all: Vector[Script] = Vector(Publish, Read, Forget)

  private def named(name: String): Script = new Script(resource("channel") ++ resource(name))

  private def resource(name: String): Array[Byte] =
    val path = s"/eddy/push/redis/$name.lua"
    val stream = getClass.getResourceAsStream(path)
    if stream == null then throw IllegalStateException(s"the resource $path is missing in eddy-push-redis")
    Using.resource(stream)(_.readAllBytes.nn) ++ "\n".getBytes(UTF_8)
end Script
