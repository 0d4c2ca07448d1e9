package eddy.runtime.internal

import eddy.runtime.EngineConfig

import java.util.List as JavaList

import org.jetbrains.kotlinx.lincheck.Actor
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario
import org.jetbrains.lincheck.datastructures.{IntGen, Operation, Param}

/** The [[Scheduler]]'s protocol of sleeping and waking, for Lincheck: threads that submit tasks, and threads
  * that each work as one worker. A worker that misses its wake-up sleeps for ever, which Lincheck reports.
  */
class SleepSubject:
  private object Task extends Runnable:
    def run(): Unit = ()

  private val scheduler =
    // more rounds of a search only hide what happens after the last one
    new Scheduler(EngineConfig("model", workers = 2, maxSpareWorkers = 0), (_, _) => (), searchRounds = 1)

  @Operation
  def submit(): Unit = scheduler.submit(Task)

  /** Takes one task; sleeps until one is submitted. */
  @Operation(blocking = true)
  def take(@Param(gen = classOf[IntGen], conf = "0:1") number: Int): Boolean =
    val worker = scheduler.workers(number)
    worker.runsOn(Thread.currentThread)
    scheduler.beginSearch()
    scheduler.search(worker) != null
end SleepSubject

object SleepSubject:
  private val submit = new Actor(classOf[SleepSubject].getMethod("submit"), JavaList.of())
  private def take(number: Int) =
    new Actor(classOf[SleepSubject].getMethod("take", classOf[Int]), JavaList.of(number))

  private def scenario(threads: JavaList[Actor]*) =
    new ExecutionScenario(JavaList.of(), JavaList.of(threads*), JavaList.of(), null)

  /** As many tasks are submitted as are taken, so that no worker has a reason to sleep at the end. */
  val scenarios: List[ExecutionScenario] = List(
    scenario(JavaList.of(submit), JavaList.of(take(0))),
    scenario(JavaList.of(submit, submit), JavaList.of(take(0), take(0))),
    scenario(JavaList.of(submit, submit), JavaList.of(take(0)), JavaList.of(take(1))),
    scenario(JavaList.of(submit), JavaList.of(submit), JavaList.of(take(0), take(0)))
  )
end SleepSubject

/** The sequential specification: each worker comes to its tasks. */
class SleepModel:
  def submit(): Unit = ()
  def take(number: Int): Boolean = true
