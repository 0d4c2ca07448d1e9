package eddy.bench.push.workload

import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.push.PushContenders
import eddy.bench.push.load.{Conversation, FanLoad, IdleParty}
import eddy.bench.web.run.{Course, Stand, WebWorkload}
import eddy.bench.web.workload.Idle

import scala.concurrent.duration.DurationInt

/** What a client costs a server that is subscribed and silent. */
private[bench] final class IdleSubscribers extends WebWorkload:
  def name: String = "idle"
  def about: String = "memory of a WebSocket that is subscribed to a channel in which nobody publishes"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    Idle.each(course, sheet, Nil): stand =>
      warm(course, stand)
      new IdleParty(course.client, stand.port, PushContenders.talk(stand.name))
    sheet.findings

  private def warm(course: Course, stand: Stand): Unit =
    Conversation.check(course.client, stand.port, PushContenders.talk(stand.name))
    Mediated.party(course, stand, 64, 1): party =>
      new FanLoad(party, 4).run(0.millis, course.effort.warm)(()): Unit
end IdleSubscribers
