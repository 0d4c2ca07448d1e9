package eddy.push.internal

import eddy.push.*
import eddy.runtime.Engine
import eddy.web.SendResult

import scala.concurrent.duration.DurationInt

/** What an idle subscription costs, by the heap that many of them take. */
class StreamMemorySuite extends eddy.testing.PatientSuite:
  private val many = 100_000
  private val namespace = Namespace(history = 100)

  /** Takes everything and keeps nothing. */
  private object Nowhere extends Sink:
    def offer(encoded: Encoded, from: StreamPublisher): SendResult = SendResult.Sent
    def presence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult = SendResult.Sent
    def sizeBytes(encoded: Encoded, from: StreamPublisher): Int = 1
    def ended(from: StreamPublisher, ending: Ending): Unit = ()

  private def used(): Long =
    // new objects are only freed after some collections
    val runtime = Runtime.getRuntime.nn
    def now =
      System.gc()
      runtime.totalMemory - runtime.freeMemory
    Iterator.continually(now).take(5).min

  test("an idle subscription takes 48 bytes, also after something has waited"):
    val engine = Engine.start()
    try
      val at = Position(0, "e1")
      val publication = new Encoded(Publication("c", Position(1, "e1"), Message(Json("x"))))
      def each(): Double =
        val streams = Streams(LogHub(engine, namespace), engine)
        val all = new Array[StreamPublisher](many)
        val before = used()
        for i <- all.indices do
          val stream = streams.open("c", namespace, Nowhere)
          // waits, as the client has no answer yet
          stream.publication(publication)
          stream.start(at)
          all(i) = stream
        val each = (used() - before) / many.toDouble
        assertEquals(streams.stats.delivered.sum, many.toLong)
        assertEquals(all.count(_.now.mode == StreamMode.Pushing), many)
        each
      // other threads take and leave heap meanwhile: most times they do not
      val measured = Vector.fill(5)(each()).sorted
      assert(measured(2) > 40 && measured(2) < 56, s"$measured bytes each")
    finally await(engine.shutdown(10.seconds)): Unit
    end try

  test("a publication that goes straight out allocates nothing for a subscriber"):
    val engine = Engine.start()
    try
      val threads = java.lang.management.ManagementFactory.getThreadMXBean match
        case bean: com.sun.management.ThreadMXBean => bean
        case other => fail(s"$other does not count what threads allocate")
      val streams = Streams(LogHub(engine, namespace), engine)
      val all = Array.fill(100)(streams.open("c", namespace, Nowhere, filter = TagFilter.Equal("lang", "en")))
      all.foreach(_.start(Position(0, "e1")))
      val message = Message(Json("x"), tags = Map("lang" -> "en"))
      val publications =
        Array.tabulate(20_000)(i => new Encoded(Publication("c", Position(i + 1, "e1"), message)))
      def give(from: Int, until: Int): Unit =
        var i = from
        while i < until do
          var j = 0
          while j < all.length do
            all(j).publication(publications(i))
            j += 1
          i += 1
      // what the counters and the compiler need once
      give(0, 10_000)
      val me = Thread.currentThread.threadId
      val before = threads.getThreadAllocatedBytes(me)
      give(10_000, 20_000)
      val each = (threads.getThreadAllocatedBytes(me) - before) / (10_000.0 * all.length)
      assertEquals(streams.stats.delivered.sum, 2_000_000L)
      assert(each < 0.1, s"$each bytes for each")
    finally await(engine.shutdown(10.seconds)): Unit
    end try
end StreamMemorySuite
