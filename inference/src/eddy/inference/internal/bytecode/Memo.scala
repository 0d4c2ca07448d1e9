package eddy.inference.internal.bytecode

import java.util.concurrent.ConcurrentHashMap

/** Answers that stay the same, kept. Threads that ask at once may each work one out; working one out may ask
  * for others. Any thread.
  */
private[inference] final class Memo[K <: AnyRef, V <: AnyRef](answer: K => V):
  private val known = ConcurrentHashMap[K, V]()

  def apply(key: K): V =
    val before = known.get(key)
    if before != null then before
    else
      val found = answer(key)
      val _ = known.put(key, found)
      found
