package eddy.state

import scala.collection.immutable.Queue

/** A first-in, first-out queue that callbacks share. */
final class SharedQueue[A] extends SharedObject:
  private var content = Queue.empty[A]
  @Reads def size: Int = content.size
  @Reads def snapshot: Queue[A] = content
  @Writes def enqueue(value: A): Unit = content = content.enqueue(value)
  @Writes def dequeueOption(): Option[A] = content.dequeueOption.map: (first, rest) =>
    content = rest
    first
