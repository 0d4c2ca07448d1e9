package eddy.actor

import scala.concurrent.duration.FiniteDuration

/** How an actor stands, read while it runs: each field is right for some moment of the reading.
  *
  * @param name its name, or its number in hexadecimal
  * @param state what it does now
  * @param backlog messages sent and not yet tried by any behavior
  * @param saved messages in its save queue, which its behaviors so far did not match
  * @param oldest how long ago the oldest message was sent that it is not done with, one in hand included
  * @param waitsAt where the reaction is written that the next message meets, as `File.scala:12`; empty when
  *   unknown
  * @param links names of the actors it is linked to
  * @param supervisor name of the supervisor that decides on its ends
  * @param waitsFor the actor whose answer it waits for, if it does
  * @param mailbox what its mailbox has counted, if it is bounded
  */
final case class ActorInfo(
    ref: ActorRef[?],
    name: String,
    state: ActorInfo.State,
    backlog: Int,
    saved: Int,
    oldest: Option[FiniteDuration],
    waitsAt: String,
    links: List[String],
    supervisor: Option[String],
    waitsFor: Option[ActorRef[?]],
    mailbox: Option[MailboxStats]
)

object ActorInfo:
  enum State derives CanEqual:
    /** Nothing to do. */
    case Idle

    /** It has a message in hand, or waits for its turn on a worker. */
    case Active

    /** It has come to an end and waits for its supervisor's verdict. */
    case Suspended

  /** A table for people: an actor a line, those with most messages waiting first. */
  def table(actors: Iterable[ActorInfo]): String =
    val header =
      List(
        "actor",
        "state",
        "backlog",
        "saved",
        "oldest",
        "overflow",
        "waits at",
        "links",
        "supervisor",
        "waits for"
      )
    val rows = actors.toList
      .sortBy(info => (-info.backlog - info.saved, info.name))
      .map: info =>
        val waitsFor = info.waitsFor.fold("")(_.toString)
        List(
          info.name,
          info.state.toString.toLowerCase.nn,
          s"${info.backlog}",
          s"${info.saved}",
          info.oldest.fold("")(age => f"${age.toNanos / 1e9}%.3f s"),
          info.mailbox.fold("")(_.overflow),
          info.waitsAt,
          info.links.mkString(" "),
          info.supervisor.getOrElse(""),
          waitsFor
        )
    val all = header :: rows
    val widths = header.indices.map(column => all.map(_(column).length).max)
    all.map(row =>
      row.zip(widths).map((cell, width) => cell.padTo(width, ' ')).mkString("  ").stripTrailing.nn
    ).mkString("", "\n", "\n")
  end table
end ActorInfo
