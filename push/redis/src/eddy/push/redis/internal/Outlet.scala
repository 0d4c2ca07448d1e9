package eddy.push.redis.internal

import scala.collection.mutable
import scala.concurrent.{ExecutionContext, Future}

/** What is published to one channel, in order: at once while little is under way, and else together with what comes next. One that has
  * become idle is over, and takes nothing more. Any thread.
  *
  * @param send does not wait; done when it was answered, however
  * @param over called once
  * @param ec not Lettuce's own thread, on which it sends at once, and before what other threads have sent
  */
private[redis] final class Outlet(send: Vector[Outgoing] => Future[Unit], over: Outlet => Unit)(using
    ec: ExecutionContext
):
  import Outlet.*

  // guarded by this; what is sent is sent with it held, so that nothing overtakes
  private val next = mutable.ArrayDeque.empty[Outgoing]
  private var underway = 0
  private var isOver = false

  /** @return false when it is over */
  def add(one: Outgoing): Boolean = synchronized:
    val takes = !isOver
    if takes then
      next += one
      flush()
    takes

  private def flush(): Unit =
    while underway < MostUnderway && next.nonEmpty do
      underway += 1
      send(batch()).onComplete(_ => answered())

  private def answered(): Unit = synchronized:
    underway -= 1
    flush()
    if underway == 0 && !isOver then
      isOver = true
      over(this)

  private def batch(): Vector[Outgoing] =
    val all = Vector.newBuilder[Outgoing]
    val retention = next.head.retention
    var (messages, bytes) = (0, 0L)
    while next.nonEmpty && next.head.retention == retention &&
      (messages == 0 || messages < MostMessages && bytes + next.head.body.length <= MostBytes)
    do
      val one = next.removeHead()
      all += one
      messages += 1
      bytes += one.body.length
    all.result()
end Outlet

private[redis] object Outlet:
  /** One is worked on while the other's answer is on its way. */
  private final val MostUnderway = 2

  /** Redis does nothing else while it works on them. */
  private final val MostMessages = 100
  private final val MostBytes = 256 * 1024
end Outlet
