package eddy.inference.internal.context

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{MethodCode, MethodName, Names}
import eddy.inference.internal.heap.{AccessPath, Key}
import eddy.inference.report.{CallChain, CallSite, Coarse, Evidence}
import eddy.state.AccessKind

import scala.collection.mutable

/** What an effect goes to, before paths are followed for a particular handler object. */
private[inference] enum Location derives CanEqual:
  /** The objects at a path. `family`: the class whose field or method is used, for the case that the path is
    * of no use.
    */
  case At(path: AccessPath, family: String)

  /** The entry with that key of the shared map at a path. */
  case Entry(path: AccessPath, family: String, key: Key)
  case StaticField(owner: String, name: String)

  /** Any object of a class. */
  case AnyOf(cls: String)
  case Everything

private[inference] final case class Effect(place: Location, mode: AccessKind)

/** What the analysis of one handler finds, and where in its code it is just now. */
private[inference] final class Effects:
  // the handler itself, or while that is looked at, one that it registers
  private var part = Effects.HandlerEffects(None)
  private val whole = part
  private val parts = mutable.LinkedHashMap[AnyRef, Effects.HandlerEffects]()
  private val remarks = mutable.LinkedHashSet[String]()
  private val assigned = mutable.HashSet[(String, String)]()
  private var stack: List[Effects.Position] = Nil
  private var height = 0
  private var on = Effects.Thread.Own
  private var assumed: Option[String] = None
  private var incomplete = false
  private var anyRegistered = false

  def own: Effects.HandlerEffects = whole

  /** The handlers that this one registers, and those that they register, by what identifies their code. */
  def registered: List[Effects.HandlerEffects] = parts.values.toList

  /** Of all effects that were found so far. */
  def size: Int = (whole :: registered).map(p => p.found.size + p.detached.size).sum
  def notes: List[String] = remarks.toList

  /** Something was not initialised yet. */
  def isPending: Boolean = incomplete

  /** A handler is registered, which may register others. */
  def registers(): Unit = anyRegistered = true
  def hasRegistered: Boolean = anyRegistered

  /** The thread of the code that is looked at just now. */
  def thread: Effects.Thread = on
  def inDetached: Boolean = on == Effects.Thread.Other

  /** Tells apart the handlers that are looked at together. */
  def inPart: Effects.HandlerEffects = part

  /** @param variable the field that is read or assigned, if it is one */
  def effect(
      place: Location,
      mode: AccessKind,
      coarse: Option[Coarse] = None,
      variable: => Option[String] = None
  ): Unit =
    val into = if inDetached then part.detached else part.found
    def seen = Evidence.first(
      here,
      coarse.map(c => assumed.fold(c)(a => c.copy(text = s"${c.text}; $a", isAssumed = true))),
      variable
    )
    val effect = Effect(place, mode)
    into.get(effect) match
      case None => into(effect) = seen
      case Some(before) if isElsewhere(before) => into(effect) = before.copy(also = before.also :+ seen)
      case _ => ()

  /** At a line that is not noted yet. */
  private def isElsewhere(noted: Evidence): Boolean =
    noted.also.sizeIs < Limits.Places && stack.headOption.exists: position =>
      val site = position.site
      !(noted :: noted.also).exists(_.site.sites.lastOption.contains(site))

  /** Nothing is known of what happens here. */
  def everything(why: String, cause: Coarse.Cause = Coarse.Cause.Other): Unit =
    effect(Location.Everything, AccessKind.Writes, Some(Coarse(why, cause)))
  def note(text: String): Unit = remarks += s"$text, at $here": Unit
  def pending(): Unit = incomplete = true

  /** The handler assigns this variable, so that what it refers to at the start says nothing. */
  def assigns(owner: String, field: String): Unit = assigned += ((owner, field)): Unit
  def isAssigned(owner: String, field: String): Boolean = assigned((owner, field))

  /** Code of a class of the application's that is followed because an object of the type may be of that
    * class.
    */
  def assuming[A](cls: String, t: String)(body: => A): A =
    val before = assumed
    if before.isEmpty then
      assumed = Some(s"${Names.ofClass(cls)} may be the ${Names.ofClass(t)} that is used here")
    try body
    finally assumed = before

  /** The handler that is looked at just now uses a variable, or a collection, that another one has made. */
  def sharedVariable(site: Int, what: => String, mode: AccessKind): Unit =
    if part.shares(site) then part.remark(mode, what, here)

  /** Code that runs on a thread of its own. */
  def detached[A](body: => A): A = onThread(Effects.Thread.Other)(body)

  /** Code that runs on a thread of its own while the handler waits for it. */
  def awaited[A](body: => A): A = if inDetached then body else onThread(Effects.Thread.Awaited)(body)

  private def onThread[A](thread: Effects.Thread)(body: => A): A =
    val before = on
    on = thread
    try body
    finally on = before

  /** Code that is registered here as a handler of its own, known by `code`. `how`: the method that registers
    * it. `shared`: the places where objects were made that it captured.
    */
  def registering(code: AnyRef, how: String, shared: Set[Int])(body: => Unit): Unit =
    val (before, callers, thread, heightBefore, assumedBefore) = (part, stack, on, height, assumed)
    part = parts.getOrElseUpdate(
      code,
      Effects.HandlerEffects(Some(callers.headOption.fold(how)(p => s"$how at ${p.site}")))
    )
    part.shares ++= shared
    stack = Nil
    height = 0
    on = Effects.Thread.Own
    assumed = None
    try body
    finally
      part = before
      stack = callers
      height = heightBefore
      on = thread
      assumed = assumedBefore

  def within[A](position: Effects.Position)(body: => A): A =
    stack = position :: stack
    height += 1
    try body
    finally
      stack = stack.tail
      height -= 1

  def restart(): Unit =
    stack = Nil
    height = 0
    part = whole
    on = Effects.Thread.Own
    assumed = None

  def depth: Int = height

  /** The methods that are looked at just now, without the handler's own. */
  def callers: List[MethodName] = stack.dropRight(1).map(_.method)
  def position: Option[Effects.Position] = stack.headOption

  def here: CallChain = CallChain(stack.reverseIterator.map(_.site).toList)
end Effects

private[inference] object Effects:
  enum Thread derives CanEqual:
    /** The handler's. */
    case Own

    /** One for which the handler waits: what only it uses is under the handler's locks, but it takes locks of
      * its own for shared objects.
      */
    case Awaited
    case Other

  /** What one handler touches. `registered`: by which method, and where; none if it is the handler that is
    * analysed.
    */
  final class HandlerEffects(val registered: Option[String]):
    val found = mutable.LinkedHashMap[Effect, Evidence]()
    val detached = mutable.LinkedHashMap[Effect, Evidence]()

    /** The places where objects were made that it has from the handler which registers it. */
    val shares = mutable.HashSet[Int]()
    private val remarks = mutable.LinkedHashMap[String, AccessKind]()
    private[Effects] def remark(mode: AccessKind, what: String, at: CallChain): Unit =
      val place = s"$what of the handler that registers it, at $at"
      if !remarks.get(place).contains(AccessKind.Writes) then remarks(place) = mode

    /** Variables that it shares with the handler which registers it, and with others that this registers.
      * Each object of theirs is locked when it runs.
      */
    def notes: List[String] = remarks.toList.map((place, mode) =>
      s"${if mode == AccessKind.Writes then "writes" else "reads"} $place"
    )

  /** In which method, and at which of its instructions. */
  final class Position(val method: MethodName, code: MethodCode):
    var instruction = 0
    def site: CallSite = CallSite(method.owner, method.name, code.lines()(instruction))
end Effects
