package eddy.push.redis.internal

import eddy.actor.spi.PatternIndex
import eddy.push.{Intake, MediatorException, Publication}

import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal

/** The interests in patterns. Redis's globs stand for more than patterns do, and several patterns may have
  * the same glob: each glob is subscribed once, and its messages go to the patterns that match. Always
  * pushed: a pull needs one stream.
  *
  * All state is guarded by this; intakes are called with it held.
  */
private[redis] final class PatternFlows(around: Surroundings):
  import PatternFlows.*
  private var globs = Map.empty[String, Glob]
  private var link: Link | Null = null

  def add(pattern: String, intake: Intake): Future[Unit] = synchronized:
    val name = around.names.glob(pattern)
    val member = Member(pattern, intake)
    val known = globs.get(name)
    if known.exists(_.members.exists(_.pattern == pattern)) then
      throw IllegalStateException(s"pattern $pattern has an intake already")
    val glob = known.getOrElse(Glob())
    glob.members = glob.members :+ member
    globs = globs.updated(name, glob)
    if glob.isJoined then member.begun.success(())
    else if known.isEmpty then
      val to = link
      if to == null then
        globs -= name
        member.begun.failure(around.away(s"subscribe to $pattern"))
      else to.subscribe(name, Listening.Glob)
    member.begun.future

  def remove(pattern: String): Future[Unit] = synchronized:
    val name = around.names.glob(pattern)
    globs.get(name) match
      case None => Future.unit
      case Some(glob) =>
        val (gone, left) = glob.members.partition(_.pattern == pattern)
        gone.foreach(
          _.begun.tryFailure(MediatorException(s"the interest in $pattern was ended before it had begun"))
        )
        glob.members = left
        val from = link
        if left.nonEmpty then Future.unit
        else
          globs -= name
          if from != null && from.isAlive then from.unsubscribe(name, Listening.Glob) else Future.unit

  /** Where all of them are served from now on; null for nowhere. */
  def route(to: Link | Null): Unit = synchronized:
    if to ne link then
      val from = link
      link = to
      globs.foreach: (name, glob) =>
        glob.isJoined = false
        if from != null && from.isAlive then from.unsubscribe(name, Listening.Glob): Unit
        if to != null then to.subscribe(name, Listening.Glob)
        else refuse(name, glob, around.away("subscribe to a pattern"))

  def subscribed(from: Link, name: String): Unit = synchronized:
    globs.get(name).filter(glob => (from eq link) && !glob.isJoined).foreach: glob =>
      glob.isJoined = true
      glob.members.foreach(member => if !member.begun.trySuccess(()) then member.intake.gap())

  def refused(from: Link, name: String, cause: Throwable): Unit = synchronized:
    if (from eq link) && from.isAlive then
      globs.get(name).foreach: glob =>
        refuse(name, glob, RedisError.explained("subscribe to a pattern", from.server, cause))
        if glob.members.nonEmpty then around.failed(s"subscribing to $name", cause)

  def arrived(from: Link, name: String, channel: String, payload: Payload): Unit = synchronized:
    for glob <- globs.get(name) if from eq link do
      val members = glob.members.filter(_.matches(channel))
      if members.nonEmpty then
        try
          val publications = payload.publications(channel)
          members.foreach(hand(_, publications))
        catch case NonFatal(wrong) => around.failed(s"taking apart what came for $name", wrong)

  private def hand(member: Member, publications: Vector[Publication]): Unit =
    try member.intake.accept(publications): Unit
    catch case NonFatal(wrong) => around.failed(s"handing on messages for ${member.pattern}", wrong)

  // interests that have never begun get the failure and are given up
  private def refuse(name: String, glob: Glob, cause: MediatorException): Unit =
    glob.members = glob.members.filterNot(_.begun.tryFailure(cause))
    if glob.members.isEmpty then globs -= name
end PatternFlows

private object PatternFlows:
  private final class Glob:
    var members = Vector.empty[Member]
    var isJoined = false

  private final class Member(val pattern: String, val intake: Intake):
    private val index = PatternIndex.empty[Unit].add(pattern, ())
    val begun: Promise[Unit] = Promise[Unit]()
    def matches(channel: String): Boolean = index.matching(channel).nonEmpty
end PatternFlows
