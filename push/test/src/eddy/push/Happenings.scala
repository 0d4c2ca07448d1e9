package eddy.push

import eddy.testing.Waits

import java.util.concurrent.TimeUnit
import scala.collection.mutable

/** Things that have happened so far, and a way to wait for more. Any thread. */
final class Happenings[A]:
  // guarded by this
  private val all = mutable.ArrayBuffer.empty[A]

  def add(one: A): Unit = synchronized:
    all += one
    notifyAll()

  def addAll(more: Iterable[A]): Unit = synchronized:
    all ++= more
    notifyAll()

  def now: Vector[A] = synchronized(all.toVector)
  def size: Int = synchronized(all.size)

  /** Everything, as soon as `enough` holds.
    * @throws AssertionError if it does not hold within [[Waits.limit]]
    */
  def await(what: String)(enough: Vector[A] => Boolean): Vector[A] = synchronized:
    val until = System.nanoTime + Waits.limit.toNanos
    while !enough(all.toVector) do
      val left = until - System.nanoTime
      if left <= 0 then
        throw AssertionError(s"no $what within ${Waits.limit}; so far ${all.size}: ${all.takeRight(20)}")
      TimeUnit.NANOSECONDS.timedWait(this, left)
    all.toVector

  def awaitSize(n: Int): Vector[A] = synchronized:
    val until = System.nanoTime + Waits.limit.toNanos
    while all.size < n do
      val left = until - System.nanoTime
      if left <= 0 then
        throw AssertionError(s"${all.size} instead of $n within ${Waits.limit}: ${all.takeRight(20)}")
      TimeUnit.NANOSECONDS.timedWait(this, left)
    all.toVector
end Happenings
