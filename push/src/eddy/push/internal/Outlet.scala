package eddy.push.internal

import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable
import scala.concurrent.{ExecutionContext, Future}

/** Sends publications to a service, in order within each channel: at once while few of the channel are under
  * way. Otherwise they wait and are sent together, when as many wait as may go together, or those under way
  * are answered. Any thread.
  *
  * @param mostMessages that go together
  * @param mostBytes that go together; one message may be more
  * @param send does not wait; done when it was answered, however
  * @param ec not a thread of the client library on which `send` would overtake what other threads have sent
  */
private[push] final class Outlets[A <: Outlet.Item[A]](
    mostMessages: Int,
    mostBytes: Int,
    send: (String, Vector[A]) => Future[Unit]
)(using ec: ExecutionContext):
  private val outlets = ConcurrentHashMap[String, Outlet[A]]()

  def add(channel: String, one: A): Unit =
    while !outlets.computeIfAbsent(channel, newOutlet(_)).add(one) do ()

  private def newOutlet(channel: String): Outlet[A] =
    Outlet(mostMessages, mostBytes, send(channel, _), over => outlets.remove(channel, over): Unit)
end Outlets

/** That of one channel. One that has become idle is over, and takes nothing more.
  *
  * @param over called once
  */
private[push] final class Outlet[A <: Outlet.Item[A]](
    mostMessages: Int,
    mostBytes: Int,
    send: Vector[A] => Future[Unit],
    over: Outlet[A] => Unit
)(using ec: ExecutionContext):
  import Outlet.*

  // guarded by this; messages are sent with it held, so that none overtakes another
  private val next = mutable.ArrayDeque.empty[A]
  private var nextBytes = 0L
  private var underway = 0
  private var isOver = false

  /** @return false when it is over */
  def add(one: A): Boolean = synchronized:
    val takes = !isOver
    if takes then
      next += one
      nextBytes += one.sizeBytes
      flush()
    takes

  private def flush(): Unit =
    while next.nonEmpty && goesNow do
      underway += 1
      send(batch()).onComplete(_ => answered())

  private def goesNow: Boolean =
    def isFull = next.size >= mostMessages || nextBytes >= mostBytes
    next.head.goesAlone || underway < FewUnderway || underway < MostUnderway && isFull

  private def answered(): Unit = synchronized:
    underway -= 1
    flush()
    if underway == 0 && !isOver then
      isOver = true
      over(this)

  private def batch(): Vector[A] =
    val all = Vector.newBuilder[A]
    val first = next.head
    var (messages, bytes) = (0, 0L)
    while next.nonEmpty && (messages == 0 || messages < mostMessages &&
        bytes + next.head.sizeBytes <= mostBytes && !first.goesAlone && !next.head.goesAlone &&
        next.head.goesWith(first))
    do
      val one = next.removeHead()
      all += one
      messages += 1
      bytes += one.sizeBytes
    nextBytes -= bytes
    all.result()
end Outlet

private[push] object Outlet:
  /** One is worked on while the other's answer is on its way. */
  private final val FewUnderway = 2

  /** Of those that could not be longer: as many as a service that is far away needs. */
  private final val MostUnderway = 16

  /** Something that goes to a service. */
  trait Item[A]:
    def sizeBytes: Int

    /** Whether it may go together with others after this one. */
    def goesWith(first: A): Boolean

    /** It goes together with no others, and so waits for none. */
    def goesAlone: Boolean
