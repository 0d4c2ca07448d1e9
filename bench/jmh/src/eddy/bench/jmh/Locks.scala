package eddy.bench.jmh

import eddy.inference.Inference
import eddy.runtime.Engine
import eddy.state.internal.lock.HandlerThread
import eddy.state.spi.{HandlerRun, HandlerRunner}
import eddy.state.{AccessKind, LockSet, SharedRef, Target}

import java.util.concurrent.TimeUnit

import org.openjdk.jmh.annotations.{Mode as Measure, *}
import org.openjdk.jmh.infra.Blackhole

/** What running a handler under its locks costs when nobody else wants them, on one thread, what finding them adds, and what
  * making a lock set costs. Each invocation does [[Locks.each]]; the median of many invocations hardly depends on what else the machine does.
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Measure.SampleTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = Array("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders"))
class Locks:
  /** Each its own lock; the handler writes, or reads what another one writes. */
  @Param(Array("0", "1", "2", "5"))
  var locks = 0

  private val unit = HandlerRunner(Engine.default).unit()
  private val thread = HandlerThread.current
  private val body: Runnable = () => Blackhole.consumeCPU(0)
  private var refs = List.empty[SharedRef[Int]]
  private var writing = LockSet.empty
  private var reading = LockSet.empty
  private var callback: AnyRef = Locks.writing(Nil)

  @Setup
  def prepare(): Unit =
    refs = List.fill(locks)(SharedRef(0))
    writing = LockSet.of(claims(AccessKind.Writes))
    reading = LockSet.of(claims(AccessKind.Reads))
    callback = Locks.writing(refs)

  private def claims(mode: AccessKind) = refs.map(ref => LockSet.Claim(Target.Shared(ref), mode))

  /** The body alone, and what carries it. */
  @Benchmark
  @OperationsPerInvocation(Locks.each)
  def withoutLocks(): Unit = run(LockSet.empty)

  @Benchmark
  @OperationsPerInvocation(Locks.each)
  def handlerThatWrites(): Unit = run(writing)

  /** As a server runs it: the locks are found from the handler when its turn has come. */
  @Benchmark
  @OperationsPerInvocation(Locks.each)
  def inferredThatWrites(): Unit =
    for _ <- 1 to Locks.each do
      val _ = HandlerRun(unit, "bench", () => Inference.protect(callback), body).proceed(thread)

  @Benchmark
  @OperationsPerInvocation(Locks.each)
  def handlerThatReads(): Unit = run(reading)

  @Benchmark
  @OperationsPerInvocation(Locks.each)
  def makeSet(hole: Blackhole): Unit =
    for _ <- 1 to Locks.each do hole.consume(LockSet.of(claims(AccessKind.Writes)))

  private def run(set: LockSet): Unit =
    for _ <- 1 to Locks.each do
      val _ = HandlerRun(unit, "bench", () => set, body).proceed(thread)
end Locks

object Locks:
  final val each = 1000

  private def writing(refs: List[SharedRef[Int]]): () => Unit = refs match
    case List(a) => () => a.set(1)
    case List(a, b) => () =>
        a.set(1)
        b.set(1)
    case List(a, b, c, d, e) => () =>
        a.set(1)
        b.set(1)
        c.set(1)
        d.set(1)
        e.set(1)
    case _ => () => ()
