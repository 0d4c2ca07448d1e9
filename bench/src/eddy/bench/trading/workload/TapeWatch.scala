package eddy.bench.trading.workload

import eddy.bench.trading.{EddyTimes, Times}
import eddy.bench.web.load.LoadFailure
import eddy.bench.web.run.Stand

import java.io.IOException
import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, WebSocket}
import java.util.concurrent.{CompletionStage, ConcurrentHashMap, TimeUnit}
import scala.jdk.CollectionConverters.*

/** How long after a trade is durable the tape tells of it, amid a load of [[Orders]]: by some pairs of orders a second. Their
  * trades are durable when the answer says so (`?durable=true`); the tape is the channel `trades:` of the product. Both come
  * to this process, and are timed by its clock. Beside it, how long all orders took to be durable, as Eddy tells it.
  *
  * The pairs are like those of the load, so each makes one sale more, whoever trades with whom.
  *
  * @param product one of the load's
  */
private[bench] final class TapeWatch(stand: Stand, product: Int) extends AutoCloseable:
  private val http = HttpClient.newBuilder.version(HttpClient.Version.HTTP_1_1).build
  // by the number of a trade, when it was there, as System.nanoTime
  private val told = new ConcurrentHashMap[Long, Long]
  private val durable = new ConcurrentHashMap[Long, Long]
  @volatile private var placed = 0L
  @volatile private var trouble: Option[String] = None
  @volatile private var all: Option[Times] = None
  // as System.nanoTime
  @volatile private var end = Long.MaxValue
  private val socket = http.newWebSocketBuilder
    .buildAsync(URI.create(s"ws://127.0.0.1:${stand.port}/live/socket/trades:P$product"), new Tape).join()
  private val thread = Thread.ofPlatform.name("bench-tape").start(() => trade())

  /** Sales that its orders have made so far, besides those of the load. */
  def sales: Long = placed

  /** Ends, once it has seen both at least once.
    *
    * @throws LoadFailure when the server failed, or does not tell of its trades
    */
  def stop(): TapeTimes =
    end = System.nanoTime
    thread.join()
    trouble.foreach(why => throw LoadFailure(why, wrong = false))
    val first = told.keySet.asScala.minOption.getOrElse(Long.MaxValue)
    // those before it was listened are not told
    val numbers = durable.keySet.asScala.toVector.filter(_ >= first)
    val until = System.nanoTime + 1_000_000_000
    while !numbers.forall(told.containsKey) && System.nanoTime < until do TimeUnit.MILLISECONDS.sleep(10)
    // of more than 100 trades at once the tape tells the last
    val both = numbers.filter(told.containsKey)
    TapeTimes(both.map(n => (told.get(n) - durable.get(n)) / 1e6).sorted, all.get)

  override def close(): Unit =
    end = System.nanoTime - TapeWatch.patienceNanos
    thread.join()
    socket.abort()
    http.close()

  private def trade(): Unit =
    try
      while trouble.isEmpty && goesOn do
        val both = Seq("sell", "buy").map(place)
        if both.forall(identity) then placed += 1
        // the second with the most orders is all of the load
        all = (all ++ EddyTimes.durable(stand)).maxByOption(_.count)
        TimeUnit.MILLISECONDS.sleep(TapeWatch.pauseMillis)
    catch case e: IOException => trouble = Some(s"no answer while the tape was watched: $e")

  private def goesOn: Boolean =
    val since = System.nanoTime - end
    def hasBoth = all.isDefined && durable.keySet.asScala.exists(told.containsKey)
    if since >= TapeWatch.patienceNanos && end != Long.MaxValue && !hasBoth then
      trouble = Some("it has told of no trade on the tape, or not how long they took to be durable")
    end == Long.MaxValue || since < TapeWatch.patienceNanos && !hasBoth

  /** Whether the order stands, or has traded. */
  private def place(side: String): Boolean =
    val json =
      s"""{"product":"P$product","trader":"tape-$side","side":"$side","type":"limit","quantity":1,"price":${Orders.price}}"""
    val uri = URI.create(s"http://127.0.0.1:${stand.port}/api/orders?durable=true")
    val request = HttpRequest.newBuilder(uri).header("Content-Type", "application/json").POST(
      BodyPublishers.ofString(json)
    )
    val answer = http.send(request.build, BodyHandlers.ofString)
    val at = System.nanoTime
    if answer.statusCode == 201 then TapeWatch.trades(answer.body).foreach(durable.put(_, at))
    answer.statusCode == 201 || answer.statusCode == 202

  private final class Tape extends WebSocket.Listener:
    private val text = new StringBuilder

    override def onText(socket: WebSocket, data: CharSequence, last: Boolean): CompletionStage[?] | Null =
      text.append(data)
      if last then
        val now = System.nanoTime
        TapeWatch.numbers(text.toString).foreach(told.put(_, now))
        text.clear()
      socket.request(1)
      null

    override def onClose(socket: WebSocket, code: Int, reason: String): CompletionStage[?] | Null =
      trouble = Some(s"the tape was closed with $code $reason")
      null

    override def onError(socket: WebSocket, error: Throwable): Unit =
      trouble = Some(s"the tape broke: $error")
  end Tape
end TapeWatch

private[bench] object TapeWatch:
  private val pauseMillis = 40L
  private val patienceNanos = 30_000_000_000L
  private val traded = "\"trade\":(\\d+)".r
  private val number = "\"number\":(\\d+)".r

  /** Of an acknowledgement. */
  def trades(json: String): Iterator[Long] = traded.findAllMatchIn(json).map(_.group(1).nn.toLong)

  /** Of a publication. */
  def numbers(json: String): Iterator[Long] = number.findAllMatchIn(json).map(_.group(1).nn.toLong)
end TapeWatch

/** @param millis from when a trade was durable until it was told, in order: less than 0 for what was told before
  * @param durable of all orders, from when they were done
  */
private[bench] final case class TapeTimes(millis: Vector[Double], durable: Times):
  /** Which so many percent do not exceed; NaN without any. */
  def percentile(percent: Double): Double =
    if millis.isEmpty then Double.NaN
    else millis(math.max(0, math.ceil(millis.size * percent / 100).toInt - 1))
