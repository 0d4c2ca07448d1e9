package eddy.state.internal

import eddy.state.internal.lock.{ElisionEpoch, HandlerThread, ThreadWaiter}
import eddy.state.{AccessKind, LockSet, SharedRef, Target}

import java.util.List as JavaList

import org.jetbrains.kotlinx.lincheck.Actor
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario
import org.jetbrains.lincheck.datastructures.Operation

/** Two equal numbers that handlers read without a lock until the first one writes, for Lincheck. The steps
  * are those of [[Acquisition]] for a set of one object; writing outside of handlers is [[ExternalAccess]].
  */
class ElisionSubject:
  private val shared = new SharedRef(0)
  private var first = 0
  private var second = 0

  // at registration, as for a server's routes: nobody has asked to write yet
  private val reads = setFor(AccessKind.Reads)
  if !reads.elides then throw IllegalStateException("no lock is elided: the model would show nothing")

  private def setFor(kind: AccessKind) = LockSet.of(List(LockSet.Claim(Target.Shared(shared), kind)))

  @Operation def read(): String = inHandler(reads)(s"$first $second")
  @Operation def write(): Int = inHandler(setFor(AccessKind.Writes))(increment())

  /** As a thread outside of handlers. */
  @Operation def writeOutside(): Int = shared.access(AccessKind.Writes)(increment())

  private def increment(): Int =
    first += 1
    second += 1
    first

  /** Whether a handler's set is confirmed in its epoch. */
  protected def confirms: Boolean = true

  private def inHandler[A](registered: LockSet)(body: => A): A =
    // Lincheck's threads live on, and what static fields hold does not
    HandlerThread.renew()
    val thread = HandlerThread.current
    var result: Option[A] = None
    while result.isEmpty do
      val set = registered.fresh()
      var i = 0
      while i < set.locks.length do
        ThreadWaiter.acquire(set.locks(i), set.modes(i))
        i += 1
      if set.elides then thread.enter(set.epoch)
      if !confirms || set.epoch == ElisionEpoch.current && ElisionEpoch.isDrained(set.since) then
        result = Some(body)
      set.release(set.locks.length, thread)
      if set.elides then thread.leave()
      if result.isEmpty then Thread.`yield`()
    result.get
end ElisionSubject

object ElisionSubject:
  private def step(of: Class[?], name: String) = new Actor(of.getMethod(name), JavaList.of())

  /** A lock is elided only until the first write, so each scenario begins with that beside readers. */
  def scenarios(of: Class[?]): List[ExecutionScenario] =
    val (read, write, outside) = (step(of, "read"), step(of, "write"), step(of, "writeOutside"))
    List(
      List(List(read), List(write)),
      List(List(read, read), List(outside, write)),
      List(List(read), List(write), List(outside, read))
    ).map: threads =>
      val parts = JavaList.copyOf(java.util.Arrays.asList(threads.map(t => JavaList.of(t*))*))
      new ExecutionScenario(JavaList.of(), parts, JavaList.of(), null)
end ElisionSubject

class BrokenElisionSubject extends ElisionSubject:
  override protected def confirms: Boolean = false

/** The same numbers when nothing runs at the same time. */
class ElisionModel:
  private var value = 0

  def read(): String = s"$value $value"
  def write(): Int =
    value += 1
    value
  def writeOutside(): Int = write()
