package eddy.push.internal

import eddy.push.*

import scala.concurrent.{ExecutionContext, Future}

/** A subscriber that stores its messages, and knows whether it has received everything. */
final class Witness(val name: String = "w", override val slows: Boolean = false) extends Subscriber:
  import Witness.*
  val told: Happenings[Told] = Happenings()
  @volatile var answer: Subscribed | Null = null

  def publication(encoded: Encoded): Unit = told.add(Told.Heard(encoded.publication))
  override def goesOn(at: Position): Unit = told.add(Told.GoesOn(at))
  def joined(who: ClientInfo): Unit = told.add(Told.Joined(who.client))
  def left(who: ClientInfo): Unit = told.add(Told.Left(who.client))
  def ended(code: UnsubscribeCode): Unit = told.add(Told.Ended(code))

  def subscribe(
      hub: Hub,
      channel: String,
      recover: Option[Position] = None,
      joins: Boolean = false
  ): Future[Subscribed] =
    hub.subscribe(channel, this, ClientInfo(name, s"user of $name"), recover, joins).map { subscribed =>
      answer = subscribed
      subscribed
    }(using ExecutionContext.parasitic)

  def heard: Vector[Publication] = told.now.collect { case Told.Heard(p) => p }
  def texts: List[String] = heard.map(_.message.data.toString).toList
  def isEnded: Boolean = told.now.exists { case _: Told.Ended => true; case _ => false }

  /** All it received, the recovered publications included. */
  def all: Vector[Publication] =
    val subscribed = answer
    (if subscribed == null then Vector.empty else subscribed.missed) ++ heard

  /** Of the last it knows. */
  def last: Position =
    val subscribed = answer
    heard.lastOption.fold(if subscribed == null then Publication.Unplaced else subscribed.top)(_.position)

  /** Null when its publications follow its answer without hole or repetition. */
  def wrong: String | Null =
    val subscribed = answer
    if subscribed == null then if heard.isEmpty then null else null
    else
      val offsets = heard.map(_.offset)
      val expected = offsets.indices.map(i => subscribed.top.offset + 1 + i).toVector
      val missed = subscribed.missed.map(_.offset)
      val expectedMissed = missed.indices.map(i => subscribed.top.offset - missed.size + 1 + i).toVector
      val known = told.now.collect { case Told.GoesOn(at) => at.epoch }.toSet + subscribed.top.epoch
      val epochs = (subscribed.missed ++ heard).map(_.position.epoch).toSet -- known
      if offsets != expected then s"$name heard $offsets after ${subscribed.top}"
      else if missed != expectedMissed then s"$name missed $missed before ${subscribed.top}"
      else if epochs.nonEmpty then s"$name heard of other epochs: $epochs instead of ${subscribed.top.epoch}"
      else null
end Witness

object Witness:
  enum Told derives CanEqual:
    case Heard(publication: Publication)
    case GoesOn(at: Position)
    case Joined(client: String)
    case Left(client: String)
    case Ended(code: UnsubscribeCode)
