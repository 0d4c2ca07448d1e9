package eddy.push.internal

import eddy.push.Publication

import java.util.ArrayDeque

/** Publications that a channel cannot hand over yet: at most twice as many, or as many bytes, as may wait for
  * it. Its actor's.
  */
private[push] final class Stash(live: LiveChannel, node: Node):
  private val waiting = new ArrayDeque[Publication](1)
  private var bytes = 0L
  private val most = 2 * node.config.intakeMessages
  private val mostBytes = 2L * node.config.intakeBytes

  def isEmpty: Boolean = waiting.isEmpty
  def isFull: Boolean = waiting.size >= most || bytes >= mostBytes

  /** Null when it is empty. */
  def first: Publication | Null = waiting.peekFirst

  def add(publication: Publication): Unit =
    waiting.addLast(publication)
    bytes += publication.message.sizeBytes

  /** The first, which waits no more. */
  def take(): Publication =
    val first = waiting.removeFirst().nn
    val size = first.message.sizeBytes
    bytes -= size
    live.consumed(1, size)
    first

  def clear(): Unit = if !waiting.isEmpty then
    live.consumed(waiting.size, bytes)
    waiting.clear()
    bytes = 0
end Stash
