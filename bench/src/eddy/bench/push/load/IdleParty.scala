package eddy.bench.push.load

import eddy.bench.web.load.{Crowd, WebClient}

/** Subscribers of whom nobody publishes. Used by one thread. */
private[bench] final class IdleParty(client: WebClient, port: Int, talk: Talk) extends Crowd:
  private var party: Option[Party] = None

  def gather(count: Int): Unit =
    val channels = if count % IdleParty.Channels == 0 then IdleParty.Channels else 1
    party = Some(new Party(client, port, talk, count, channels).open())

  def standing: Int = party.fold(0)(_.present)

  def leave(): Unit =
    party.foreach(_.close())
    party = None
end IdleParty

private[load] object IdleParty:
  private val Channels = 100
