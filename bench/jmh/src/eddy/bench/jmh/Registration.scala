package eddy.bench.jmh

import eddy.inference.Inference
import eddy.state.SharedMap

import java.util.concurrent.TimeUnit

import org.openjdk.jmh.annotations.*

/** What inference adds for a nested handler: the closure is made anew each time, as for each request; as a server does, it is
  * looked at when it is handed over, and its locks are found when its turn has come. [[allocate]] is the closure alone. What
  * holding the locks costs [[Locks]] measures.
  */
@State(Scope.Benchmark)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = Array("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders"))
class Registration:
  private val one = SharedMap[String, Int]()
  private val two = SharedMap[String, Int]()
  private val holder = Registration.Holder(one)
  private val list = List(one, two)

  @Benchmark
  def allocate(): AnyRef = Registration.writing(one)

  @Benchmark
  def stateless(): AnyRef = locks(Registration.stateless("x"))

  @Benchmark
  def globalMap(): AnyRef = locks(Registration.global("x"))

  @Benchmark
  def oneCapturedMap(): AnyRef = locks(Registration.writing(one))

  @Benchmark
  def twoCapturedMaps(): AnyRef = locks(Registration.copying(one, two))

  @Benchmark
  def mapInCapturedObject(): AnyRef = locks(Registration.inField(holder))

  @Benchmark
  def capturedListOfMaps(): AnyRef = locks(Registration.inList(list))

  private def locks(callback: AnyRef): AnyRef =
    Inference.admit(callback)
    Inference.protect(callback)
end Registration

object Registration:
  private val shared = SharedMap[String, Int]()
  class Holder(val map: SharedMap[String, Int])

  private def stateless(s: String): () => Unit = () => println(s)
  private def global(s: String): () => Unit = () =>
    val _ = shared.put(s, 1)
  private def writing(m: SharedMap[String, Int]): () => Unit = () =>
    val _ = m.put("x", 1)
  private def copying(from: SharedMap[String, Int], to: SharedMap[String, Int]): () => Unit =
    () =>
      val _ = to.put("x", from.getOrElse("y", 1))
  private def inField(h: Holder): () => Unit = () =>
    val _ = h.map.put("x", 1)
  private def inList(l: List[SharedMap[String, Int]]): () => Unit = () =>
    l.foreach(m =>
      val _ = m.put("x", 1)
    )
