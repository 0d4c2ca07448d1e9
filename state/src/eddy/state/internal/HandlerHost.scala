package eddy.state.internal

import eddy.runtime.Engine
import eddy.state.LockPolicy
import eddy.state.internal.lock.LockHolder

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** What handlers need to acquire their locks: the engine, the policy, and the registry of parked handlers.
  * Any thread.
  */
private[eddy] abstract class HandlerHost private[state] ():
  val engine: Engine
  val policy: LockPolicy
  private val waiting = ConcurrentHashMap.newKeySet[LockHolder]().nn

  /** How many handlers wait for a lock now. */
  final def parkedCount: Int = waiting.size

  private[state] final def parked: Vector[LockHolder] = waiting.asScala.toVector

  private[state] final def parks(run: LockHolder): Unit =
    val _ = waiting.add(run)
    checkForStalls()

  private[state] final def isParkedNoMore(run: LockHolder): Unit =
    val _ = waiting.remove(run)
    run.waitsFor = null

  /** A handler may stall: checks that in a while. Called often. */
  private[state] def checkForStalls(): Unit
end HandlerHost
