package stranger

import java.util.concurrent.{CompletableFuture, Executor}
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Functions that wait for futures with executors that run them on the spot: in the handler that completes
  * the future.
  */
object SameThread:
  final class Counter:
    var n = 0

  /** The executor of an engineer who wants his tests to be simple. */
  final class Direct extends Executor:
    def execute(task: Runnable): Unit = task.run()

  final class DirectContext extends ExecutionContext:
    def execute(task: Runnable): Unit = task.run()
    def reportFailure(cause: Throwable): Unit = throw cause

  /** Hands every task over to another executor. */
  final class Handing(to: Executor) extends Executor:
    def execute(task: Runnable): Unit = to.execute(task)

  final class Executors(val direct: Executor):
    private val own = Direct()
    def mine: Executor = own

  /** Each request completes a future that a function waits for; another handler counts, too. */
  private def futures(name: String)(wait: (CompletableFuture[Int], Counter) => Unit): StrangerCase =
    StrangerCase(s"on the spot: $name"):
      val counter = Counter()
      val futures = Vector.fill(100)(CompletableFuture[Int]())
      futures.foreach(wait(_, counter))
      handlers(i => futures(i).complete(i): Unit, _ => counter.n += 1)
        .leave(n => expect("n", counter.n, 2 * n))

  private def promises(name: String)(wait: (Future[Int], Counter) => Unit): StrangerCase =
    StrangerCase(s"on the spot: $name"):
      val counter = Counter()
      val promises = Vector.fill(100)(Promise[Int]())
      promises.foreach(p => wait(p.future, counter))
      handlers(i => promises(i).success(i): Unit, _ => counter.n += 1)
        .leave(n => expect("n", counter.n, 2 * n))

  private val executors = Executors(_.run())

  val all: List[StrangerCase] = List(
    futures("a lambda")((f, c) => f.thenAcceptAsync(_ => c.n += 1, _.run()): Unit),
    futures("an executor of one's own")((f, c) => f.thenRunAsync(() => c.n += 1, Direct()): Unit),
    futures("an executor in a field")((f, c) => f.thenAcceptAsync(_ => c.n += 1, executors.direct): Unit),
    futures("an executor that a method returns")((f, c) =>
      f.handleAsync(
        (_, _) =>
          c.n += 1; 1
        ,
        executors.mine
      ): Unit
    ),
    futures("an executor around another one")((f, c) =>
      f.whenCompleteAsync((_, _) => c.n += 1, Handing(Handing(Direct()))): Unit
    ),
    promises("a context of one's own")((f, c) => f.foreach(_ => c.n += 1)(using DirectContext())),
    promises("a context that is made of a lambda")((f, c) =>
      f.onComplete(_ => c.n += 1)(using ExecutionContext.fromExecutor(_.run()))
    ),
    promises("a context that is made of one's own executor")((f, c) =>
      f.foreach(_ => c.n += 1)(using ExecutionContext.fromExecutor(Handing(Direct())))
    ),
    promises("a chain of contexts")((f, c) =>
      f.map(_ + 1)(using DirectContext()).foreach(_ => c.n += 1)(using ExecutionContext.parasitic)
    )
  )
end SameThread
