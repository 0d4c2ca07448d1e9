package eddy.examples

import eddy.actor.*

import scala.concurrent.Await
import scala.concurrent.duration.*

/** An actor that holds seats for a while until they are paid: its test plays many orders of events, in virtual time. */
object TicketOffice:
  enum Request:
    /** Answered with the number of a ticket, if a seat is free; it is held until its time is over. */
    case Hold(to: ActorRef[Option[Int]])

    /** Answered with whether the ticket was still held. */
    case Pay(ticket: Int, to: ActorRef[Boolean])
    case Expired(ticket: Int)

  import Request.*

  def open(seats: Int, patience: FiniteDuration = 10.minutes)(using ActorSystem): ActorRef[Request] =
    actor.named[Request]("office"):
      def selling(free: Int, held: Set[Int], next: Int): Behavior[Request] = react:
        case Hold(to) if free > 0 =>
          to ! Some(next)
          sendAfter(self, patience, Expired(next))
          selling(free - 1, held + next, next + 1)
        case Hold(to) =>
          to ! None
          selling(free, held, next)
        case Pay(ticket, to) =>
          to ! held(ticket)
          selling(free, held - ticket, next)
        case Expired(ticket) =>
          selling(if held(ticket) then free + 1 else free, held - ticket, next)
      selling(seats, Set.empty, 1)

  def main(args: Array[String]): Unit =
    val office = open(seats = 1)
    val ticket = Await.result(office.ask[Option[Int]](1.second)(Hold(_)), 2.seconds)
    println(s"held: $ticket")
    println(s"paid: ${Await.result(office.ask[Boolean](1.second)(Pay(ticket.get, _)), 2.seconds)}")
end TicketOffice
