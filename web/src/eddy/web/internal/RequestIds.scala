package eddy.web.internal

import java.security.SecureRandom
import java.util.concurrent.atomic.AtomicLong

/** Ids of requests: unique within the process and, by a random prefix, most likely beyond it. */
private[eddy] final class RequestIds:
  private val prefix = f"${SecureRandom().nextInt()}%08x"
  private val count = AtomicLong()

  def next(): Long = count.incrementAndGet()
  def text(number: Long): String = s"$prefix-$number"
