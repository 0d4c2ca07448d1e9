package eddy.push.internal

import eddy.push.*

import java.lang.management.ManagementFactory
import scala.collection.mutable
import scala.util.Random

class AudienceSuite extends eddy.testing.PatientSuite:
  private final class Counter extends Subscriber:
    var count = 0
    def publication(encoded: Encoded): Unit = count += 1
    def joined(who: ClientInfo): Unit = ()
    def left(who: ClientInfo): Unit = ()
    def ended(code: UnsubscribeCode): Unit = ()

  private def encoded = new Encoded(Publication("c", Position(1, "e"), Message(Json("1"))))
  private def audience = new Audience(failure => throw failure)

  test("exactly the present members get a message, after others have come and gone"):
    for seed <- 1 to 50 do
      val random = Random(seed)
      val all = audience
      val subscribers = Vector.fill(60)(new Counter)
      val expected = mutable.HashMap.empty[Counter, Int].withDefaultValue(0)
      val present = mutable.HashSet.empty[Counter]
      for _ <- 1 to 500 do
        val one = subscribers(random.nextInt(subscribers.size))
        random.nextInt(5) match
          case 0 | 1 => assertEquals(all.add(one, null, joins = false), present.add(one))
          case 2 | 3 => assertEquals(all.remove(one) != null, present.remove(one))
          case _ =>
            all.tell(encoded)
            present.foreach(s => expected(s) += 1)
        assertEquals(all.size, present.size)
      subscribers.foreach(s => assertEquals(s.count, expected(s), s"seed $seed"))

  test("a publication to 10,000 subscribers allocates nothing for them"):
    val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
    val all = audience
    val subscribers = Vector.fill(10_000)(new Counter)
    subscribers.foreach(all.add(_, null, joins = false))
    val publication = encoded
    def round(): Long =
      val before = threads.getCurrentThreadAllocatedBytes
      for _ <- 1 to 10 do all.tell(publication)
      threads.getCurrentThreadAllocatedBytes - before
    val least = (1 to 20).map(_ => round()).min
    assert(least < 10_000, s"$least bytes for 100,000 calls")
    assertEquals(subscribers.map(_.count).distinct, Vector(200))
end AudienceSuite
