package eddy.bench.jmh

import eddy.actor.*

import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

import org.openjdk.jmh.annotations.*

/** The parts of an actor's life one by one; see docs/bench.md. Each invocation does [[Operations.each]] of them, from a
  * thread that is no worker, and waits for the last.
  */
@State(Scope.Benchmark)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = Array("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders"))
class Operations:
  import Operations.*

  private val counter = actor[Long | CountDownLatch]:
    def counting(sum: Long): Behavior[Long | CountDownLatch] = react:
      case n: Long => counting(sum + n)
      case end: CountDownLatch =>
        end.countDown()
        counting(sum)
    counting(0)

  private val echo = actor[ActorRef[Int]]:
    loop:
      react:
        case to =>
          to ! 1
          done

  /** An actor that another, idle one answers each time: two sends to idle actors, and two turns. */
  private val player = actor[ActorRef[Int] | Int | Play]:
    def playing(left: Int, end: CountDownLatch): Behavior[ActorRef[Int] | Int | Play] = react:
      case _: Int =>
        if left == 1 then
          end.countDown()
          waiting
        else
          echo ! self
          playing(left - 1, end)
    def waiting: Behavior[ActorRef[Int] | Int | Play] = react:
      case Play(times, end) =>
        echo ! self
        playing(times, end)
    waiting

  /** A thread sends to an actor that is kept busy by that. */
  @Benchmark
  @OperationsPerInvocation(Operations.each)
  def sendToRunning(): Unit =
    for i <- 1 to each do counter ! i.toLong
    awaiting(counter ! _)

  /** An actor sends to one that waits, which answers; half of it is one send and one turn. */
  @Benchmark
  @OperationsPerInvocation(Operations.each)
  def sendToIdleAndBack(): Unit = awaiting(end => player ! Play(each, end))

  /** A turn alone: an actor that has its messages already, and takes one after the other. */
  @Benchmark
  @OperationsPerInvocation(Operations.each)
  def reactTurn(): Unit = awaiting: end =>
    val _ = actor[Int]:
      def taking(left: Int): Behavior[Int] =
        if left == 0 then
          end.countDown()
          stop
        else react { case _ => taking(left - 1) }
      for i <- 1 to each do self ! i
      taking(each)

  /** A future's ask, one at a time, from a thread. */
  @Benchmark
  def ask(): Int = Await.result(echo.ask[Int](10.seconds)(to => to), 10.seconds)

  /** Actors that start, and end at once. */
  @Benchmark
  @OperationsPerInvocation(Operations.each)
  def spawn(): Unit =
    val end = new CountDownLatch(each)
    for _ <- 1 to each do
      actor[Int]:
        end.countDown()
        stop
    end.await()

  private def awaiting(work: CountDownLatch => Unit): Unit =
    val end = new CountDownLatch(1)
    work(end)
    end.await()
end Operations

object Operations:
  final val each = 1000
  final case class Play(times: Int, end: CountDownLatch)
