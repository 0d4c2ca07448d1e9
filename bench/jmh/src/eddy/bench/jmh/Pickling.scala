package eddy.bench.jmh

import eddy.remote.{PickleInput, PickleOutput, Pickler}

import java.util.concurrent.TimeUnit

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromArray, writeToArray}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker
import org.openjdk.jmh.annotations.*

/** Messages as bytes, beside JSON of jsoniter-scala: `./mill bench.jmh.run Pickling -prof gc`. */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = Array("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders"))
class Pickling:
  import Pickling.{*, given}

  private val add: Counting = Counting.Add(41)
  private val placed = Placed(123_456, "acc-17", true, 10_050, 300)
  private val numbers = List.range(0, 10_000)

  private val addBytes = Pickler.write(add)
  private val placedBytes = Pickler.write(placed)
  private val placedJson = writeToArray(placed)
  private val numberBytes = Pickler.write(numbers)
  private val numberJson = writeToArray(numbers)

  // as a node has it for its messages
  private val out = new PickleOutput()
  private val picklerOfAdd = Pickler[Counting]
  private val picklerOfNumbers = Pickler[List[Int]]

  @Benchmark
  def writeAdd: Int =
    out.clear()
    picklerOfAdd.writeTo(add, out)
    out.size

  @Benchmark
  def readAdd: Counting = picklerOfAdd.readFrom(new PickleInput(addBytes, 0, addBytes.length))

  @Benchmark
  def writeOrder: Array[Byte] = Pickler.write(placed)

  @Benchmark
  def readOrder: Any = Pickler.read[Placed](placedBytes)

  @Benchmark
  def writeOrderAsJson: Array[Byte] = writeToArray(placed)

  @Benchmark
  def readOrderOfJson: Placed = readFromArray[Placed](placedJson)

  @Benchmark
  def writeTenThousandInts: Array[Byte] = picklerOfNumbers.write(numbers)

  @Benchmark
  def readTenThousandInts: Any = picklerOfNumbers.read(numberBytes)

  @Benchmark
  def writeTenThousandIntsAsJson: Array[Byte] = writeToArray(numbers)

  @Benchmark
  def readTenThousandIntsOfJson: List[Int] = readFromArray[List[Int]](numberJson)
end Pickling

object Pickling:
  enum Counting derives Pickler:
    case Add(n: Int)
    case Get(of: String)
    case Reset

  final case class Placed(id: Long, account: String, isBuy: Boolean, price: Long, quantity: Int)
      derives Pickler

  given JsonValueCodec[Placed] = JsonCodecMaker.make
  given JsonValueCodec[List[Int]] = JsonCodecMaker.make
end Pickling
