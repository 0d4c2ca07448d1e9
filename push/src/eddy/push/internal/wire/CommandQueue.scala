package eddy.push.internal.wire

/** Commands that have come and are not begun. Owned by the connection's actor. Bounded by
  * [[eddy.push.PushLimits.waitingBytes]].
  */
private[push] final class CommandQueue:
  import CommandQueue.Batch

  // an empty one is shared by all
  private var batches = scala.collection.immutable.Queue.empty[Batch]

  def isEmpty: Boolean = batches.isEmpty

  /** @param taken called when all of them have been begun */
  def add(commands: Vector[Command], taken: () => Unit): Unit =
    if commands.isEmpty && batches.isEmpty then taken() else batches = batches.enqueue(Batch(commands, taken))

  /** Takes the next command, unless the queue is empty or `mustWait` for it. */
  def next(mustWait: Command => Boolean): Command | Null =
    skipEmpty()
    if batches.isEmpty then null
    else
      val batch = batches.head
      val command = batch.commands(batch.begun)
      if mustWait(command) then null
      else
        batch.begun += 1
        skipEmpty()
        command

  def clear(): Unit = batches = scala.collection.immutable.Queue.empty

  private def skipEmpty(): Unit =
    while batches.nonEmpty && batches.head.begun == batches.head.commands.length do
      val (done, others) = batches.dequeue
      batches = others
      done.taken()
end CommandQueue

private[push] object CommandQueue:
  private final class Batch(val commands: Vector[Command], val taken: () => Unit):
    var begun = 0
