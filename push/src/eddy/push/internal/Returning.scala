package eddy.push.internal

import eddy.push.Message
import eddy.runtime.Engine

import java.util.ArrayDeque
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Messages that this node has published to one channel and that have not come back to it: a reader of the
  * channel's history waits for them. Any thread.
  */
private[push] final class Returning(engine: Engine):
  import Returning.*
  // guarded by its own monitor; in the order in which they went out
  private val expected = new ArrayDeque[Expected]()

  /** It goes out now. */
  def expect(message: Message): Expected = expected.synchronized:
    dropOld()
    val one = Expected(message, engine.nanoTime)
    expected.addLast(one)
    one

  /** It has come, or need not be waited for. */
  def arrived(message: Message): Unit = settle(_.message == message)
  def drop(one: Expected): Unit = settle(_ eq one)

  /** Nothing that went out is waited for any more. */
  def clear(): Unit =
    val all = expected.synchronized:
      val all = expected.toArray(new Array[Expected](0)).nn.toVector
      expected.clear()
      all
    all.foreach(_.nn.done.trySuccess(()): Unit)

  /** Done when all that went out has come back, or is not waited for any longer. */
  def all: Future[Unit] =
    val waiting = expected.synchronized:
      dropOld()
      expected.toArray(new Array[Expected](0)).nn.toVector.map(_.nn)
    if waiting.isEmpty then Future.unit
    else
      given ExecutionContext = ExecutionContext.parasitic
      val late = engine.after(Longest)(() => waiting.foreach(drop))
      Future.sequence(waiting.map(_.done.future)).map(_ => late.cancel(): Unit)

  private def settle(is: Expected => Boolean): Unit =
    val found = expected.synchronized:
      val each = expected.iterator.nn
      var found: Expected | Null = null
      while found == null && each.hasNext do
        val one = each.next.nn
        if is(one) then
          each.remove()
          found = one
      found
    if found != null then found.done.trySuccess(()): Unit

  /** Lost on their way, or dropped as their key was known. */
  private def dropOld(): Unit =
    val now = engine.nanoTime
    while !expected.isEmpty && now - expected.peekFirst.nn.since >= Longest.toNanos do
      expected.pollFirst.nn.done.trySuccess(()): Unit
end Returning

private[push] object Returning:
  /** So long a message may be on its way; less than the mediator has for an answer
    * ([[eddy.push.ChannelsConfig.mediatorTimeout]]).
    */
  private val Longest = 3.seconds

  final class Expected(val message: Message, val since: Long):
    val done: Promise[Unit] = Promise[Unit]()
