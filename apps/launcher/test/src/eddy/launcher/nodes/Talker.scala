package eddy.launcher.nodes

import eddy.chat.ServerMessage.*
import eddy.chat.{ClientMessage, Codec, Publication, ServerMessage}
import eddy.push.Position
import eddy.testing.Eventually

import java.net.URI
import java.net.http.{HttpClient, WebSocket}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{
  CompletionStage,
  ConcurrentHashMap,
  CountDownLatch,
  ExecutionException,
  LinkedBlockingQueue,
  TimeUnit,
  TimeoutException
}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.util.Try

/** Somebody who says one message after the other for as long as the talk goes on, and comes back by the next node whenever a connection ends: with
  * position, and with the same id for what was not acknowledged. On a thread of its own.
  *
  * @param ports of the nodes, in the order in which they are tried
  */
final class Talker(name: String, room: String, ports: Seq[Int], talk: Talk):
  import Talker.*

  // all belong to the thread until it has ended
  private val got = mutable.ArrayBuffer.empty[Publication]
  private var position = Option.empty[Position]
  private var token = Option.empty[String]
  private var accepted = 0
  private var isQuiet = false
  private val codes = mutable.ArrayBuffer.empty[Int]
  private val epochs = mutable.LinkedHashSet.empty[String]
  private val broken = mutable.ArrayBuffer.empty[String]
  private var isWelcome = false
  private val thread = Thread.ofPlatform.daemon.name(s"talker $name").start(() => run())

  /** When the talk is over, and everything was heard. */
  def result(): Result =
    thread.join(240_000)
    if thread.isAlive then broken += s"$name is not done: ${got.size} of ${talk.said} heard"
    Result(name, got.toVector, accepted, codes.toVector, epochs.toSet, broken.toVector)

  private def isDone: Boolean = broken.nonEmpty || talk.isOver && got.size >= talk.said

  private def run(): Unit =
    var turn = 0
    def isWelcomeAtNext(): Boolean =
      isWelcome = false
      try visit(ports(turn % ports.size))
      catch
        // a node that does not run, or does not answer
        case _: (ExecutionException | TimeoutException) => ()
      turn += 1
      isWelcome
    while !isDone do
      try Eventually.until(s"$name finds a node", within = 2.minutes)(isWelcomeAtNext() || isDone)
      catch case failure: AssertionError => broken += s"$failure"

  /** Stays until the connection ends, or everything is done. */
  private def visit(port: Int): Unit =
    val inbox = new LinkedBlockingQueue[ServerMessage | Int]
    val socket = http.newWebSocketBuilder
      .buildAsync(URI.create(s"ws://127.0.0.1:$port/chat/ws"), Listener(inbox))
      .get(60, TimeUnit.SECONDS)
    def send(m: ClientMessage): Unit =
      // a connection that has ended tells so by itself
      val _ = Try(socket.sendText(Codec.encode(m), true).get(60, TimeUnit.SECONDS))
    def say(): Unit = send(ClientMessage.Say(s"$accepted", s"$name-$accepted"))
    send(ClientMessage.Join(room, name, token, position))
    var here = true
    var idle = 0
    while here && !isDone do
      val next = Option(inbox.poll(250, TimeUnit.MILLISECONDS))
      idle = if next.isEmpty then idle + 1 else 0
      if idle > 480 then broken += s"$name has heard nothing for two minutes"
      next.foreach:
        case code: Int =>
          codes += code
          here = false
        case w: Welcome =>
          isWelcome = true
          if position.nonEmpty && !w.recovered then broken += s"$name could not recover from $position: $w"
          token = Some(w.token)
          if position.isEmpty then
            position = Some(Position(0, w.epoch))
            talk.enter()
          w.messages.foreach(take)
          if !position.exists(_.offset == w.offset) then broken += s"$name: $position, welcomed with $w"
          // who has recovered goes on in an epoch that goes on from the one before
          position = Some(Position(w.offset, w.epoch))
          epochs += w.epoch
          if codes.nonEmpty then talk.moved(name)
          // what was under way may have been published or not
          if !isQuiet then say()
        case Published(p) => take(p)
        case Accepted(id, _) if id == s"$accepted" =>
          accepted += 1
          talk.accepted()
          if !talk.isEnding then say()
          else if !isQuiet then
            isQuiet = true
            talk.quiet()
        case r: Refused if r.id.isEmpty => here = false // another node may have the room
        case _: Refused => say()
        case _ => ()
    end while
    socket.abort()
  end visit

  private def take(p: Publication): Unit =
    if !position.exists(_.offset + 1 == p.offset) then
      broken += s"$name was at $position and got offset ${p.offset}"
    got += p
    position = position.map(_.copy(offset = p.offset))
end Talker

object Talker:
  /** @param got each message as it came
    * @param accepted how many of its own were acknowledged
    * @param codes with which connections ended
    * @param epochs that it was welcomed with
    * @param broken what should not have been
    */
  final case class Result(
      name: String,
      got: Vector[Publication],
      accepted: Int,
      codes: Vector[Int],
      epochs: Set[String],
      broken: Vector[String]
  )

  private lazy val http = HttpClient.newHttpClient

  private final class Listener(inbox: LinkedBlockingQueue[ServerMessage | Int]) extends WebSocket.Listener:
    private val text = new StringBuilder
    override def onText(ws: WebSocket, data: CharSequence, last: Boolean): CompletionStage[?] | Null =
      val _ = text.append(data)
      if last then
        Codec.decodeServer(text.toString).foreach(inbox.put)
        text.clear()
      ws.request(1)
      null
    override def onClose(ws: WebSocket, code: Int, reason: String): CompletionStage[?] | Null =
      inbox.put(code)
      null
    override def onError(ws: WebSocket, error: Throwable): Unit = inbox.put(1006)
end Talker

/** What talkers have in common. Any thread.
  *
  * @param people how many there are
  * @param movers how many of them will have to go to another node
  */
final class Talk(people: Int, movers: Int):
  private val total = new AtomicInteger
  private val entering = new CountDownLatch(people)
  private val going = new CountDownLatch(20 * people)
  private val moving = new CountDownLatch(movers)
  private val movedOnes = ConcurrentHashMap.newKeySet[String]()
  private val speaking = new CountDownLatch(people)
  @volatile private var ending = false

  def said: Int = total.get
  def isEnding: Boolean = ending

  /** Nobody speaks before all are there. */
  def enter(): Unit =
    entering.countDown()
    val _ = entering.await(4, TimeUnit.MINUTES)
  def isOver: Boolean = speaking.getCount == 0
  def accepted(): Unit =
    val _ = total.incrementAndGet()
    going.countDown()
  def moved(who: String): Unit = if movedOnes.add(who) then moving.countDown()
  def quiet(): Unit = speaking.countDown()

  /** Everybody is to come to an end. */
  def end(): Unit = ending = true

  def awaitFlow(): Boolean = going.await(4, TimeUnit.MINUTES)
  def awaitMoves(): Boolean = moving.await(4, TimeUnit.MINUTES)
end Talk
