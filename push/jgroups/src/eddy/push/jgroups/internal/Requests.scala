package eddy.push.jgroups.internal

import eddy.push.MediatorException

import java.util.LinkedHashMap
import scala.concurrent.Promise
import scala.jdk.CollectionConverters.*

import org.jgroups.Address

/** Requests of this node to coordinators that are not answered yet, oldest first. Guarded by the node's lock;
  * promises are completed by `later`, when it is no longer held.
  */
private[jgroups] final class Requests(later: (() => Unit) => Unit):
  import Requests.*
  private val waiting = new LinkedHashMap[Long, Waiting[?]]()
  private var ids = 0L

  def size: Int = waiting.size

  /** @param done its result, from the coordinator's answer */
  def add[A](request: Request, deadline: Long, promise: Promise[A])(done: Answer => A): Waiting[A] =
    ids += 1
    val one = new Waiting(ids, request, deadline, promise, done)
    waiting.put(ids, one): Unit
    one

  def answer(id: Long, answer: Answer): Unit =
    val one = waiting.remove(id)
    if one != null then
      answer match
        case Answer.Refused(why) =>
          later(() => one.promise.tryFailure(MediatorException(s"${one.what}: $why")): Unit)
        case _ => one.complete(answer, later)

  /** The result of this answer in the current state. Calling the result completes the request's promise,
    * unless it was completed by then.
    */
  def prepare[A](one: Waiting[A], answer: Answer): () => Unit =
    val result = one.done(answer)
    () => if waiting.remove(one.id) != null then later(() => one.promise.trySuccess(result): Unit)

  def all: Vector[Waiting[?]] = waiting.values.nn.asScala.toVector

  def fail(these: Waiting[?] => Boolean, why: String): Unit = all.filter(these).foreach: one =>
    val _ = waiting.remove(one.id)
    val may = if one.sentTo != null && one.changes then "; it may or may not have been done" else ""
    later(() => one.promise.tryFailure(MediatorException(s"${one.what}: $why$may")): Unit)

  /** Requests whose time is over. */
  def expire(now: Long, why: String): Unit =
    if !waiting.isEmpty then fail(_.deadline - now <= 0, why)
end Requests

private[jgroups] object Requests:
  final class Waiting[A](
      val id: Long,
      val request: Request,
      val deadline: Long,
      val promise: Promise[A],
      val done: Answer => A
  ):
    /** The coordinator that it went to last. */
    var sentTo: Address | Null = null

    def changes: Boolean = request match
      case Request.Look(_) => false
      case _ => true

    def what: String = request match
      case Request.Publish(channel, _) => s"cannot publish to $channel"
      case Request.Forget(channel) => s"cannot forget $channel"
      case Request.Look(channel) => s"cannot read $channel"

    def complete(answer: Answer, later: (() => Unit) => Unit): Unit =
      val result = done(answer)
      later(() => promise.trySuccess(result): Unit)
  end Waiting

  enum Answer:
    /** It was numbered, and applied here. */
    case Done(entry: Entry)
    case Known(position: Option[eddy.push.Position])

    /** This node is as far as the coordinator was. */
    case Reached
    case Refused(why: String)
end Requests
