package crossings

import scala.collection.immutable
import scala.collection.mutable

import Crossing.counts

/** Objects that change, of classes among those that do not: builders and iterators, captured. */
object Held:
  private def builder[A](name: String, b: mutable.Builder[A, ?], a: A): Crossing =
    Crossing(name, b, _ => b += a)
  private def cursor(name: String, i: Iterator[Any]): Crossing = Crossing(name, i, _ => println(i.next()))

  final class Upload:
    private val parts = Vector.newBuilder[String]
    def state: AnyRef = parts
    def add(k: String): Unit = parts += k
    def all: Vector[String] = parts.result()
  private val upload = Upload()
  private val vectorBuilder = Vector.newBuilder[String]
  private val mapBuilder = Map.newBuilder[String, Int]
  private val anyBuilder: mutable.Builder[String, Vector[String]] = Vector.newBuilder[String]
  private val lists = List.newBuilder[String]

  val builders: List[Crossing] = List(
    Crossing("a list's builder", lists, k => lists += k),
    builder("a builder of an array sequence", immutable.ArraySeq.newBuilder[Int], 1),
    builder("a builder of a queue", immutable.Queue.newBuilder[Any], "a"),
    builder("a builder of bits", immutable.BitSet.newBuilder, 1),
    builder("a builder of an array", Array.newBuilder[Int], 1)
  )

  private val words = Vector("a", "b", "c").iterator
  private val letters = "abc".iterator
  private val numbers = (1 to 9).iterator
  private val array = Array(1, 2, 3)
  private val elements = array.iterator
  private val parts = ("a", 1).productIterator
  private val javaList = java.util.List.of("a", "b", "c").iterator
  private val javaNames =
    java.util.concurrent.ConcurrentHashMap(java.util.Map.of("a", 1, "b", 2)).keySet().iterator
  private val copied = java.util.concurrent.CopyOnWriteArrayList(java.util.List.of("a", "b", "c")).iterator
  private val matches = "a".r.findAllIn("aaaa")

  final class Ids:
    private val ids: Iterator[Int] = Iterator.from(1)
    def state: AnyRef = ids
    def next(): Int = ids.next()
  private val ids = Ids()

  val cursors: List[Crossing] = List(
    Crossing("an iterator of a vector", words, _ => println(words.next())),
    Crossing("an iterator of a text", letters, _ => println(letters.next())),
    Crossing("an iterator of a range", numbers, _ => println(numbers.next())),
    Crossing("an iterator of an array", elements, _ => println(elements.next())),
    Crossing("an iterator of a tuple", parts, _ => println(parts.next())),
    Crossing("matches of a pattern", matches, _ => println(matches.next())),
    Crossing("numbers in order", ids.state, _ => println(ids.next())),
    cursor("a parameter that is an iterator of a set", Set("a", "b", "c").iterator),
    cursor("a parameter that is an iterator of a hash map", (1 to 9).map(i => i -> i).toMap.iterator),
    cursor("a parameter that is an iterator of a sorted map", immutable.TreeMap("a" -> 1, "b" -> 2).iterator),
    cursor("a parameter that is an iterator of a list", List("a", "b").iterator),
    cursor("a parameter that is an iterator of an option", Option("a").iterator),
    cursor("a parameter that is an iterator of a vector", Vector("a", "b", "c").iterator),
    cursor("a parameter that is an iterator of lines", "a\nb\nc".linesIterator),
    cursor("a parameter that is an iterator of parts", "abcdef".grouped(2)),
    cursor("a parameter that is an iterator of permutations", List(1, 2, 3).permutations)
  )

  // third parties
  private val requests = java.net.http.HttpRequest.newBuilder(java.net.URI("http://localhost/"))
  private val immutables = com.google.common.collect.ImmutableList.builder[String]()
  private val immutableMaps = com.google.common.collect.ImmutableMap.builder[String, Int]()
  private val ints = Array(1, 2, 3)
  private val asList = com.google.common.primitives.Ints.asList(ints*)
  private val intBuilder = com.google.common.primitives.ImmutableIntArray.builder()
  private val chunks = zio.ChunkBuilder.make[String]()
  private val ownArray = Array("a")
  private val chunk = zio.Chunk.fromArray(ownArray)
  private val bytes = org.apache.pekko.util.ByteString.newBuilder
  private val attributes = io.opentelemetry.api.common.Attributes.builder()
  private val output = com.google.protobuf.ByteString.newOutput()
  private val struct = com.google.protobuf.Struct.newBuilder()
  private val formatter = java.time.format.DateTimeFormatterBuilder()
  private val timers = io.micrometer.core.instrument.Timer.builder("a")
  private val breaker = io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.custom()
  private val caffeine = com.github.benmanes.caffeine.cache.Caffeine.newBuilder()
  private val ok = okhttp3.Request.Builder().url("http://localhost/")
  private val json = io.circe.Json.obj()
  private val record = java.util.logging.LogRecord(java.util.logging.Level.INFO, "a")
  private val headers = okhttp3.Headers.Builder()
  private val pair = org.apache.commons.lang3.tuple.MutablePair.of("a", 1)
  private val mutableInt = org.apache.commons.lang3.mutable.MutableInt(0)
  private val guavaPeeking =
    com.google.common.collect.Iterators.peekingIterator(java.util.List.of("a", "b").iterator)
  private val table = com.google.common.collect.HashBasedTable.create[String, String, Int]()
  private val multimap = com.google.common.collect.ArrayListMultimap.create[String, Int]()
  private val producerRecord =
    org.apache.kafka.clients.producer.ProducerRecord[String, String]("topic", "value")
  private val mongo = org.bson.Document()
  private val yaml = org.yaml.snakeyaml.Yaml()

  private val stopWatch = org.apache.commons.lang3.time.StopWatch()
  private val calendar = java.util.GregorianCalendar()
  private val iterableHeaders = producerRecord.headers

  val parties: List[Crossing] = List(
    Crossing("a builder of requests", requests, k => requests.header("k", k)),
    Crossing("Guava's builder of numbers", intBuilder, k => intBuilder.add(k.length)),
    Crossing("Guava's table", table, k => table.put(k, k, 1)),
    Crossing("Guava's multimap", multimap, k => multimap.put(k, 1)),
    Crossing("Guava's iterator", guavaPeeking, _ => println(guavaPeeking.next())),
    Crossing("ZIO's builder of chunks", chunks, k => chunks += k),
    Crossing("Pekko's builder of bytes", bytes, k => bytes.putByte(1)),
    Crossing("a builder of attributes", attributes, k => attributes.put("a", k)),
    Crossing("what makes a ByteString", output, k => output.write(1)),
    Crossing("protobuf's builder", struct, k => struct.clear()),
    Crossing("a configuration's builder", breaker, k => breaker.slidingWindowSize(k.length)),
    Crossing("Caffeine's builder", caffeine, k => caffeine.maximumSize(9L)),
    Crossing("OkHttp's builder of requests", ok, k => ok.header("k", k)),
    Crossing("OkHttp's builder of headers", headers, k => headers.add("k", k)),
    Crossing("a pair that changes", pair, k => pair.setValue(2)),
    Crossing("a number that changes", mutableInt, k => mutableInt.increment()),
    Crossing("a document of MongoDB's", mongo, k => mongo.append(k, 1)),
    Crossing("YAML", yaml, k => println(yaml.dump(k))),
    Crossing("a watch", stopWatch, k => stopWatch.reset()),
    Crossing("a Gregorian calendar", calendar, k => calendar.set(2026, 1, 1)),
    Crossing("an array that a chunk stands for, written", ownArray, k => ownArray(0) = k + chunk.head)
  )

  val all: List[Crossing] = builders ++ cursors ++ parties
end Held
