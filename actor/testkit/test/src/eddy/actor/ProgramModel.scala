package eddy.actor

import scala.collection.mutable

/** What actors do, as if each step and all that follows from it happened at one moment. */
final class ProgramModel(program: RandomProgram):
  final class State(val supervised: Boolean):
    var ended: Option[String] = None
    var traps = false
    var starts = 1
    var links = Set.empty[Int]
    var watchers = List.empty[Int]
    // those whose lives have ended in this step, perhaps before it did
    var formerWatchers = List.empty[Int]
    val heard = mutable.Buffer.empty[String]
    // and what may have come before a life ended, or not
    val perhapsHeard = mutable.Buffer.empty[String]
    val sent = mutable.Map.empty[Int, Int]

  val states = mutable.Map.from((0 until program.actors).map(i => i -> new State(i < program.supervised)))
  private def alive(i: Int): Boolean = states.get(i).exists(_.ended.isEmpty)

  // whom the present step has told of ends
  private val told = mutable.ListBuffer.empty[(Int, String)]

  def run(step: Step): Unit = if alive(step.who) then
    told.clear()
    states.values.foreach(_.formerWatchers = Nil)
    val me = states(step.who)
    step match
      // an actor refuses a link to itself, and an actor that was never spawned has no address
      case Step.Link(by, other) if by != other && states.contains(other) =>
        me.links += other
        if alive(other) then states(other).links += by else exitReaches(by, other, "no actor")
      case Step.Unlink(by, other) if states.contains(other) =>
        me.links -= other
        states(other).links -= by
      case Step.Watch(by, other) if states.contains(other) =>
        if alive(other) then states(other).watchers ::= by else me.heard += s"down $other no actor"
      case Step.Trap(_, on) => me.traps = on
      case Step.Send(by, other) if alive(other) =>
        val number = me.sent.getOrElse(other, 0) + 1
        me.sent(other) = number
        states(other).heard += s"note $by #$number"
      case Step.AskToEnd(_, other, reason) if alive(other) => asked(other, ProgramModel.words(reason))
      case Step.Kill(_, other) if alive(other) => end(other, "killed")
      case Step.Fail(by, reason) => end(by, s"failed $reason")
      case Step.End(by, reason) => end(by, ProgramModel.words(reason))
      case Step.SpawnLinked(by, child) =>
        states(child) = new State(false)
        states(child).links += by
        me.links += child
      case _ => ()
    end match
  end run

  private def asked(i: Int, reason: String): Unit =
    if states(i).traps then states(i).heard += s"trapped $i $reason"
    else if reason != "normal" then end(i, reason)

  /** The end of `from`, to which `i` was linked; a life that has ended meanwhile took its links along. */
  private def exitReaches(i: Int, from: Int, reason: String): Unit =
    val known = states(i).links(from)
    states(i).links -= from
    if known && alive(i) then
      if states(i).traps then states(i).heard += s"trapped $from $reason"
      else if reason != "normal" then end(i, reason)

  private def end(i: Int, reason: String): Unit =
    val me = states(i)
    val links = me.links
    me.links = Set.empty
    if me.supervised then
      me.starts += 1
      me.traps = false
      endWatches(i)
    else
      me.ended = Some(reason)
      me.watchers.foreach(tell(_, s"down $i $reason"))
      me.formerWatchers.foreach(states(_).perhapsHeard += s"down $i $reason")
    links.foreach(exitReaches(_, i, reason))

  private def tell(watcher: Int, what: String): Unit =
    states(watcher).heard += what
    told += (watcher -> what)

  /** The watches of a life end with it. Which of the ends of one step come first is open. */
  private def endWatches(i: Int): Unit =
    val me = states(i)
    states.values.foreach: other =>
      val (mine, others) = other.watchers.partition(_ == i)
      other.watchers = others
      other.formerWatchers :::= mine
    told.filterInPlace: (watcher, what) =>
      if watcher == i then
        me.heard -= what
        me.perhapsHeard += what
      watcher != i
end ProgramModel

object ProgramModel:
  def words(reason: Int): String = if reason == 0 then "normal" else s"because $reason"
