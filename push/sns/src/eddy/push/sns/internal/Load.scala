package eddy.push.sns.internal

import eddy.push.sns.SnsConfig

import java.util.concurrent.atomic.{AtomicInteger, AtomicLong, AtomicReference}

/** How much lies in the node and has not been handed over: from a limit on, the rest is to stay with the
  * service. Any thread.
  */
private[sns] final class Load(config: SnsConfig):
  private val count = new AtomicInteger()
  private val bytes = new AtomicLong()
  private val waiting = new AtomicReference[(() => Unit) | Null](null)

  def isFull: Boolean = count.get >= config.maxHeld || bytes.get >= config.maxHeldBytes

  def add(n: Int, size: Long): Unit =
    val _ = count.addAndGet(n)
    val _ = bytes.addAndGet(size)

  def remove(n: Int, size: Long): Unit =
    val _ = count.addAndGet(-n)
    val _ = bytes.addAndGet(-size)
    call()

  /** Calls `resume` once, on any thread, as soon as half of it is free. */
  def whenFree(resume: () => Unit): Unit =
    waiting.set(resume)
    call()

  private def call(): Unit =
    if count.get <= config.maxHeld / 2 && bytes.get <= config.maxHeldBytes / 2 then
      val resume = waiting.getAndSet(null)
      if resume != null then resume()
end Load
