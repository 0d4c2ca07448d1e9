package eddy.inference.internal.context

import eddy.inference.internal.heap.AbstractValue

import scala.collection.mutable

/** Something that an analysis finds out bit by bit, such as what a method returns. */
private[inference] final class SolverCell[A](first: A):
  private[inference] var value: A = first

  /** Those who know it as it is now. */
  private[inference] val readers = mutable.ArrayBuffer[FixpointSolver.Task]()

/** What an analysis consists of: the bodies that it looks at, each with certain arguments. A task is done at
  * most once a round: when it is needed for the first time, and when it is needed again after something has
  * changed that it has read, or that a task has which it needs. Once nothing changes that somebody has read,
  * no round would find anything else.
  */
private[inference] final class FixpointSolver:
  import FixpointSolver.Task

  private val tasks = mutable.HashMap[AnyRef, Task]()
  private var current = Task()
  private var round = 0
  private var isChanged = false
  private var performed = 0

  /** How often a task was done so far: the amount of work, whatever the speed of the machine. */
  def steps: Int = performed

  /** Something has changed that had been read before. */
  def changed: Boolean = isChanged

  /** It was done to its end. */
  def isKnown(key: AnyRef): Boolean = tasks.get(key).exists(_.isKnown)

  /** @param all
    *   each task that is needed is done again
    */
  def newRound(all: Boolean): Unit =
    round += 1
    isChanged = false
    current = Task()
    if all then tasks.values.foreach(_.isDue = true)

  def read[A](fact: SolverCell[A]): A =
    val readers = fact.readers
    if readers.isEmpty || (readers.last ne current) then readers += current: Unit
    fact.value

  def write[A](fact: SolverCell[A], value: A): Unit =
    fact.value = value
    if fact.readers.nonEmpty then
      isChanged = true
      fact.readers.foreach(due)
      fact.readers.clear()

  /** And all tasks that need it. */
  private def due(task: Task): Unit = if !task.isDue then
    var left = List(task)
    while left.nonEmpty do
      val next = left.head
      left = left.tail
      if !next.isDue then
        next.isDue = true
        next.callers.foreach(c => if !c.isDue then left = c :: left)

  /** The result of the task, as far as it is known. The key says all that it depends on, but for facts. */
  def result(key: AnyRef)(work: => AbstractValue): AbstractValue =
    val task = tasks.getOrElseUpdate(key, Task())
    if task.callers.isEmpty || (task.callers.last ne current) then task.callers += current: Unit
    if task.doneIn != round then
      task.doneIn = round
      if task.isDue then perform(task, work)
    // it will be done again, and so is who needs it
    if task.isDue then due(current)
    read(task.answer)

  private def perform(task: Task, work: => AbstractValue): Unit =
    task.isDue = false
    performed += 1
    val caller = current
    current = task
    val found =
      try work
      finally current = caller
    val before = task.answer.value
    val after = if task.isKnown then before | found else found
    task.isKnown = true
    if (after ne before) && after != before then write(task.answer, after)
end FixpointSolver

private[inference] object FixpointSolver:
  final class Task:
    val answer: SolverCell[AbstractValue] = SolverCell(AbstractValue.none)
    val callers: mutable.ArrayBuffer[Task] = mutable.ArrayBuffer()
    var doneIn = 0
    var isDue = true
    var isKnown = false
