package eddy.web

import eddy.web.internal.TokenBuckets

import java.lang.ref.WeakReference
import scala.concurrent.duration.DurationInt

class RateLimitSuite extends WebSuite:
  @volatile private var now = Long.MaxValue - 1_000_000_000L // the clock may wrap

  private def limited(requests: Int, burst: Int)(key: (Request => String) | Null = null) =
    Routes.get("/")((_, res) => res.text("ok"))
      .through(new RateLimit(requests, 60.seconds, burst, "default", 1000, key, () => now))

  test("beyond the burst the answer is 429 with the time to wait, and in that time there is one more"):
    serving(limited(requests = 6, burst = 2)()): server =>
      val first = ask(server, "/")
      assertEquals(first.statusCode, 200)
      assertEquals(first.head("ratelimit-policy"), "\"default\";q=6;w=60")
      assertEquals(first.head("ratelimit"), "\"default\";r=1;t=10")
      assertEquals(ask(server, "/").head("ratelimit"), "\"default\";r=0;t=20")
      val refused = ask(server, "/")
      assertEquals((refused.statusCode, refused.head("retry-after")), (429, "10"))
      assertEquals(refused.head("ratelimit"), "\"default\";r=0;t=20")
      now += 9_999_999_999L
      assertEquals(ask(server, "/").statusCode, 429)
      now += 1
      assertEquals(ask(server, "/").statusCode, 200)
      assertEquals(ask(server, "/").statusCode, 429)
      now += 1_000_000_000_000L
      assertEquals(Seq.fill(3)(ask(server, "/").statusCode), Seq(200, 200, 429))

  test("each key has a bucket of its own"):
    serving(limited(1, 1)(_.query("user").getOrElse(""))): server =>
      assertEquals(
        Seq("a", "b", "a", "c").map(u => ask(server, s"/?user=$u").statusCode),
        Seq(200, 200, 429, 200)
      )

  test("a handler takes tokens for a key that it finds, and learns how long to wait"):
    val limit = new RateLimit(6, 60.seconds, 2, "default", 1000, null, () => now)
    assertEquals(Seq.fill(3)(limit.take("ada")), Seq(None, None, Some(10.seconds)))
    assertEquals(limit.take("bob"), None)
    now += 4_000_000_001L
    assertEquals(limit.take("ada"), Some(6.seconds))
    now += 6_000_000_000L
    assertEquals(limit.take("ada"), None)

  test("headers that anybody can send do not make a client another one"):
    serving(limited(1, 1)()): server =>
      assertEquals(ask(server, "/").statusCode, 200)
      for header <-
          Seq("X-Forwarded-For" -> "9.9.9.9", "Forwarded" -> "for=9.9.9.9", "X-Real-IP" -> "9.9.9.9")
      do
        assertEquals(ask(server, "/", headers = Seq(header)).statusCode, 429, header)

  test("behind a trusted proxy each client has its own bucket, and an IPv6 network one"):
    serving(limited(1, 1)().through(TrustedProxies(Seq("127.0.0.0/8")))): server =>
      def of(address: String) = ask(server, "/", headers = Seq("X-Forwarded-For" -> address)).statusCode
      val asked =
        Seq("9.9.9.9", "9.9.9.8", "9.9.9.9", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "x, 9.9.9.9")
      assertEquals(asked.map(of), Seq(200, 200, 429, 200, 429, 200, 429))

  test("a long key is not kept, and is another one than those that are like it"):
    val buckets = TokenBuckets(1_000_000_000L, 1, 100, () => now)
    def long(end: String) = "k" * 7400 + end
    // made where nothing else can keep it
    def take() =
      val key = long("a")
      assert(buckets.take(key).isAllowed)
      WeakReference(key)
    val gone = take()
    (1 to 100).foreach(_ => if gone.get != null then System.gc())
    assertEquals(gone.get, null)
    assert(!buckets.take(long("a")).isAllowed)
    assert(buckets.take(long("b")).isAllowed)
    assertEquals(buckets.size, 2)

  test("memory is bounded: beyond maxKeys all share one bucket, until full ones are forgotten"):
    val buckets = TokenBuckets(1_000_000_000L, 1, 100, () => now)
    val taken = for i <- 1 to 1000 yield buckets.take(s"$i").isAllowed
    assertEquals(taken.count(identity), 101)
    assertEquals(buckets.size, 100)
    now += 20_000_000_000L
    assert(buckets.take("new").isAllowed)
    assertEquals(buckets.size, 1)

  test("wrong limits are refused at construction"):
    for make <- Seq(
        () => RateLimit(0, 1.second),
        () => RateLimit(1, 0.seconds),
        () => RateLimit(1, 1.second, burst = -1),
        () => RateLimit(1, 1.second, name = "a\"b"),
        () => RateLimit(1, 1.second, maxKeys = 0),
        () => RateLimit(1, 36500.days, burst = 1_000_000_000)
      )
    do intercept[IllegalArgumentException](make()): Unit
end RateLimitSuite
