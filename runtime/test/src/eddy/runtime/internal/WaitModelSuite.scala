package eddy.runtime.internal

import scala.annotation.tailrec

/** The rule by which events may wait, in a model of an engine: whatever order events take, none is left for
  * ever.
  */
class WaitModelSuite extends eddy.testing.PatientSuite:
  /** An engine at one moment.
    *
    * @param asking events that are queued and will wait for an answer
    * @param open questions whose answers are queued
    * @param waiting workers that wait for an answer
    * @param computing workers in an event that computes, and ends
    * @param threads workers that there are
    */
  private final case class State(asking: Int, open: Int, waiting: Int, computing: Int, threads: Int):
    def free: Int = threads - waiting - computing
    def isOver: Boolean = asking == 0 && open == 0 && waiting == 0 && computing == 0

  private final class Model(workers: Int, spares: Int, mayWait: (Int, Int, Int) => Boolean):
    /** What can come next. */
    def next(now: State): List[State] =
      // a worker that is blocked calls a spare, as long as there are some
      def called(state: State) =
        state.copy(threads = math.min(workers + spares, math.max(state.threads, workers + state.waiting)))
      val asks =
        if now.asking == 0 || now.free == 0 then Nil
        else if mayWait(workers, spares, now.waiting) then
          List(called(now.copy(asking = now.asking - 1, open = now.open + 1, waiting = now.waiting + 1)))
        else List(now.copy(asking = now.asking - 1))
      val answers =
        if now.open == 0 || now.free == 0 then Nil
        else
          List(
            now.copy(open = now.open - 1, waiting = now.waiting - 1),
            // takes its time before it answers: another event that computes
            now.copy(computing = now.computing + 1)
          )
      val ends = if now.computing == 0 then Nil else List(now.copy(computing = now.computing - 1))
      asks ++ answers ++ ends

    /** States in which something is left to do and no event can continue. */
    def stuck(asking: Int): Set[State] =
      @tailrec def reach(known: Set[State], fresh: Set[State]): Set[State] =
        if fresh.isEmpty then known
        else
          val found = fresh.flatMap(next) -- known
          reach(known ++ found, found)
      val first = State(asking, 0, 0, 0, workers)
      reach(Set(first), Set(first)).filter(state => !state.isOver && next(state).isEmpty)
  end Model

  for
    workers <- 1 to 3
    spares <- 0 to 4
  do
    test(s"with $workers workers and $spares spares, ten events that ask and wait all come to their end"):
      assertEquals(Model(workers, spares, WorkerSet.mayWait).stuck(10), Set.empty[State])

  test("the model detects a wrong rule: without a worker for the events that end waits, it stands still"):
    assert(Model(2, 4, (_, _, _) => true).stuck(10).nonEmpty)

  test("half of the workers, one at least, have spares when they compute, if there are any"):
    val cases = List((1, 1024) -> 1, (2, 1024) -> 1, (8, 1024) -> 4, (8, 2) -> 2, (8, 0) -> 0)
    for ((workers, spares), expected) <- cases do
      assertEquals(WorkerSet.computingSpares(workers, spares), expected)
end WaitModelSuite
