package eddy.bench.chat

import eddy.bench.{BenchFailure, Clock, Outcome, Pacer, Schedule, Second, Sockets, Watch, Workload}

import java.net.URI
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{ExecutionException, TimeUnit, TimeoutException}

import io.netty.buffer.Unpooled
import io.netty.channel.Channel
import io.netty.handler.codec.http.websocketx.{CloseWebSocketFrame, TextWebSocketFrame}

/** People in chat rooms who talk at a fixed rate; each message goes to everybody in its room, its sender included.
  *
  * @param path of the chat's WebSocket on the server
  * @param giveUpAfterMillis how long nothing may arrive at the end before what is missing counts as lost
  */
final class ChatWorkload(load: ChatLoad, path: String = "/chat/ws", giveUpAfterMillis: Int = 10_000)
    extends Workload:
  import ChatWorkload.*

  def name = "chat"

  /** The limits are there against people who flood; the generator is one. */
  def serverEnvironment: Map[String, String] =
    val enough = (2 * math.max(1, load.perSecond / load.connections) + 10).ceil
    Map(
      "EDDY_CHAT_MESSAGES_PER_SECOND" -> enough.toString,
      "EDDY_CHAT_MESSAGE_BURST" -> (enough * 10).toInt.toString,
      "EDDY_CHAT_COMMANDS_PER_SECOND" -> (2 * enough).toString,
      "EDDY_CHAT_COMMAND_BURST" -> (enough * 20).toInt.toString,
      "EDDY_CHAT_MAX_MEMBERS" -> math.max(500, load.members(0) + 1).toString,
      "EDDY_CHAT_MAX_ROOMS" -> math.max(200, load.rooms + 1).toString,
      "EDDY_CHAT_MAX_NAME_LENGTH" -> "32"
    )

  def run(server: URI, watch: Watch): Outcome =
    val sockets = Sockets(server, path)
    try
      val crew = join(sockets, watch)
      val tally = crew.tally
      watch.say(s"warming up for ${load.warmupSeconds} s ...")
      talk(crew, Schedule(load.perSecond, load.warmup), 0, _ => ())
      watch.say(f"measuring for ${load.measured / load.perSecond}%.0f s ...")
      var began = 0L
      val seconds = watch.during(
        Seq(tally.back, tally.others, tally.late),
        () => crew.sent,
        () => tally.delivered.sum,
        load.measured / load.perSecond
      ):
        began = Clock.system.nanos
        tally.timedFrom = began
        talk(crew, Schedule(load.perSecond, load.measured), load.warmup, tally.late.record)
        awaitDeliveries(crew)
      outcome(crew, began, seconds)
    finally sockets.close()
  end run

  private def join(sockets: Sockets, watch: Watch): Crew =
    watch.say(s"connecting ${load.connections} people to ${load.rooms} rooms ...")
    // So that runs against the same server do not meet each other's rooms and names.
    val run = java.lang.Long.toString(System.currentTimeMillis % 1_000_000_000L, 36)
    val tally = Tally(Clock.system)
    val members = Vector.tabulate(load.connections)(Member(load, _, run, tally))
    val channels = members.grouped(joinedAtOnce).flatMap: some =>
      val opened = some.map(sockets.connect(_))
      val channels = opened.map(future => connected(future.awaitUninterruptibly.cause)(future.channel))
      some.foreach(m => checkLimits(let(m)))
      channels
    Crew(members, channels.toVector, tally)

  private def connected[A](failure: Throwable | Null)(channel: A): A =
    if failure != null then throw BenchFailure(s"cannot connect: ${failure.getMessage}") else channel

  private def let(member: Member): Wire.Limits =
    try member.joined.get(30, TimeUnit.SECONDS)
    catch
      case e: ExecutionException => throw BenchFailure(String.valueOf(e.getCause.getMessage))
      case _: TimeoutException =>
        throw BenchFailure("the server did not let a connection into its room within 30 s")

  private def checkLimits(limits: Wire.Limits): Unit =
    val each = load.perSecond / load.connections
    if each > limits.messagesPerSecond then
      throw BenchFailure(
        f"the server takes ${limits.messagesPerSecond}%.1f messages/s of a connection, and this load is $each%.1f; lower " +
          "--rate, raise --connections, or raise the server's eddy.chat.messages-per-second"
      )

  private def talk(crew: Crew, schedule: Schedule, firstEvent: Long, late: Long => Unit): Unit =
    val _ = Pacer(schedule, Clock.system).run: (i, due) =>
      val event = firstEvent + i
      val sender = load.sender(event)
      val number = load.number(event)
      val say = Wire.say(s"$sender-$number", Stamp(sender, number, due).text(load.textBytes))
      late(Clock.system.nanos - due)
      val _ = crew.channels(sender).writeAndFlush(new TextWebSocketFrame(Unpooled.wrappedBuffer(say)))
      crew.sent = event + 1

  /** Until all have arrived, or nothing more has for a while. */
  private def awaitDeliveries(crew: Crew): Unit =
    val expected = load.deliveries(crew.sent)
    var seen = crew.tally.delivered.sum
    var since = Clock.system.nanos
    while seen < expected && Clock.system.nanos - since < giveUpAfterMillis * 1_000_000L do
      LockSupport.parkNanos(20_000_000)
      val now = crew.tally.delivered.sum
      if now != seen then
        seen = now
        since = Clock.system.nanos

  private def outcome(crew: Crew, began: Long, seconds: Seq[Second]): Outcome =
    val tally = crew.tally
    val lost = crew.each(_.lost(crew.sent)).sum
    val _ = crew.each(_.leave())
    crew.channels.foreach(c => c.writeAndFlush(new CloseWebSocketFrame(1000, "")))
    val took = (tally.lastBackNanos - began) / 1e9
    Outcome(
      s"$name: ${load.words}",
      Seq(tally.back, tally.others).map(l => (l.name, l.total)),
      tally.late.total,
      load.perSecond,
      if took > 0 then tally.back.total.getTotalCount / took else 0,
      took,
      tally.counts(crew.sent, load.deliveries(crew.sent), lost),
      seconds
    )
end ChatWorkload

object ChatWorkload:
  /** Each that joins is told to all in its room: a few at a time keep that from piling up. */
  private val joinedAtOnce = 50

  /** Everybody who talks. `sent` is written by the pacing thread and read by the watch. */
  private final class Crew(val members: Vector[Member], val channels: Vector[Channel], val tally: Tally):
    @volatile var sent = 0L

    /** Asks each member on the thread that owns it. */
    def each[A](ask: Member => A): Vector[A] =
      members.zip(channels).map((m, c) => c.eventLoop.submit(() => ask(m)).get())
end ChatWorkload
