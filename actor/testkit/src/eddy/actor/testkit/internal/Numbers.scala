package eddy.actor.testkit.internal

import eddy.actor.ActorView

import java.util.IdentityHashMap

/** Numbers for what has no name, in the order in which they are first asked for: the same in each run of a
  * seed.
  */
private[testkit] final class Numbers:
  private val actors = new IdentityHashMap[AnyRef, Integer]()
  private val others = new IdentityHashMap[AnyRef, Integer]()

  def apply(of: AnyRef): Int =
    val numbers = if ActorView.isActor(of) then actors else others
    val known = numbers.get(of)
    if known != null then known
    else
      val next = numbers.size + 1
      numbers.put(of, next): Unit
      next
