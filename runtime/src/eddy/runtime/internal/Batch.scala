package eddy.runtime.internal

import eddy.runtime.spi.OnRejected

/** Tasks that did not fit into a worker's ring, in the global queue as one. The worker that takes the batch
  * gets all tasks, unless its own ring is rather full: then it runs one, so that it stays fair, and leaves
  * the rest to others.
  */
private[internal] final class Batch(tasks: Array[Runnable | Null], scheduler: Scheduler) extends Runnable:
  // one worker at a time
  private var next = 0

  def size: Int = tasks.length - next

  override def run(): Unit = Worker.current match
    case worker: Worker if worker.ring.size <= RunQueue.Capacity / 4 =>
      while next < tasks.length do
        val task = tasks(next)
        next += 1
        if task != null && !worker.ring.offer(task) then scheduler.inject(task)
      scheduler.wakeOne()
    case worker =>
      val task = tasks(next)
      next += 1
      if next < tasks.length then scheduler.inject(this)
      if task != null then
        if worker != null then worker.actsFor(task)
        task.run()

  /** The engine has terminated: notifies the tasks that implement [[OnRejected]]. */
  def refuse(): Unit =
    while next < tasks.length do
      val task = tasks(next)
      next += 1
      task match
        case refusable: OnRejected => refusable.refused()
        case _ => ()
end Batch
