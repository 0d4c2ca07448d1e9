package eddy.inference.internal.heap

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Descriptors, LambdaSite, MethodName}

/** One of the things that a variable of a handler may refer to. Primitive and immutable values are not among
  * them.
  */
private[inference] enum AbstractObject derives CanEqual:
  /** Exists before the handler runs. `declared`: the type known for it, by internal name. */
  case Existing(path: AccessPath, declared: String)

  /** Belongs to the mutable library object at the path: its view, iterator, entry or wrapper. */
  case Part(path: AccessPath, declared: String)

  /** Made by this handler, at a place in its code. */
  case Made(cls: String, site: Int)

  /** A closure that this handler made. `interfaces`: the functional one first. */
  case Closure(made: Implementation, interfaces: List[String], captured: Vector[AbstractValue])

  /** Belongs to the request or connection, whose events never run beside each other. */
  case Confined(cls: String)

  /** Any object of the type, perhaps one that others share. */
  case Unknown(cls: String)

  /** An argument that a third party's code passes to a function: an object of its `own` types, which is not
    * shared, or any other object.
    */
  case Passed(own: Set[String])
end AbstractObject

/** The method behind a closure.
  *
  * @param kind
  *   how it is invoked: a reference_kind of JVMS table 5.4.3.5-A
  */
private[inference] final case class Implementation(kind: Int, method: MethodName)

private[inference] object Implementation:
  val Static = 6
  val Special = 7
  val NewObject = 8
  def apply(site: LambdaSite): Implementation =
    Implementation(site.kind, MethodName(site.owner, site.name, site.descriptor))

/** What the analysis knows of a local variable or a slot of the operand stack: all it may refer to.
  *
  * @param wide
  *   a long or double, which instructions on the stack treat as two
  * @param isFull
  *   it had so many objects that it counts as unknown, and stays so: rounds would never end if it grew again
  * @param key
  *   how it can be worked out before the handler runs; none if it cannot. Most values lose it when they
  *   come from two sides
  */
private[inference] final case class AbstractValue(
    objects: Set[AbstractObject],
    wide: Boolean,
    isFull: Boolean = false,
    key: Option[Key] = None
):
  def |(other: AbstractValue): AbstractValue =
    if isFull || (other eq this) then this
    else if other.isFull then other
    else
      val common = if key == other.key then key else None
      if common == key && ((other.objects eq objects) || other.objects.subsetOf(objects)) then this
      else
        val joined = AbstractValue.bounded(objects | other.objects, wide || other.wide, common)
        if common.isEmpty then
          val before = if whyUnknown != null then whyUnknown else other.whyUnknown
          joined.whyUnknown = if before == null && key != other.key then AbstractValue.severalKeys else before
        joined
  def isEmpty: Boolean = objects.isEmpty

  /** Nothing but one object. */
  def isPlain: Boolean = key.isEmpty && !wide && !isFull && objects.size == 1

  def only(fits: AbstractObject => Boolean): AbstractValue =
    if objects.forall(fits) then this else AbstractValue.of(objects.filter(fits))

  def known(as: Option[Key]): AbstractValue = if key == as || isFull then this else copy(key = as)

  // for people only: no part of what it is
  private var whyUnknown: AbstractValue.Loss | Null = null

  /** The reason why the key is unknown, if it was known, or parts of it. */
  def whyNoKey: Option[AbstractValue.Loss] = Option(whyUnknown)

  /** The same value with this reason, unless it has one. */
  def lost(why: AbstractValue.Loss): AbstractValue =
    if key.nonEmpty || whyUnknown != null then this
    else
      val said = copy()
      said.whyUnknown = why
      said

  /** The same value, for the reason of the other. */
  def lostLike(other: AbstractValue): AbstractValue =
    val why = other.whyUnknown
    if why == null then this else lost(why)

  /** The same; the reason is that of the first of these that has one. */
  def lostLikeOne(others: Vector[AbstractValue]): AbstractValue =
    others.find(_.whyUnknown != null).fold(this)(lostLike)

  /** The same, also in what closures captured. */
  def withoutKeys: AbstractValue =
    if !hasKeys then this else copy(objects = objects.map(AbstractValue.withoutKeys), key = None)

  private def hasKeys: Boolean = key.nonEmpty || (objects.nonEmpty && hasKeysInside)

  // 0 until it is known, then 1 for no
  private var keysInside = 0
  private def hasKeysInside: Boolean =
    if keysInside == 0 then keysInside = if objects.exists(AbstractValue.hasKeys) then 2 else 1
    keysInside == 2

  // values are parts of keys, and large ones take long to hash; 0 until then
  private var hash = 0
  override def hashCode: Int =
    if hash == 0 then hash = (objects, wide, isFull, key).hashCode
    hash
end AbstractValue

private[inference] object AbstractValue:
  /** A primitive value of one slot, null, or an object that nothing can change. */
  val none: AbstractValue = AbstractValue(Set.empty, wide = false)
  val wide: AbstractValue = AbstractValue(Set.empty, wide = true)
  val anything: AbstractObject = AbstractObject.Unknown(Descriptors.AnyObject)

  def of(one: AbstractObject): AbstractValue = AbstractValue(Set(one), wide = false)
  def of(objects: Set[AbstractObject]): AbstractValue =
    if objects.isEmpty then none else bounded(objects, wide = false, None)

  /** Why the key of a value is not known.
    *
    * @param call the one that returned it, if one has
    */
  final class Loss(val call: Option[MethodName], said: => String):
    def text: String = said

  private val severalKeys = Loss(None, "it is one of several values")

  private def bounded(objects: Set[AbstractObject], wide: Boolean, key: Option[Key]): AbstractValue =
    if objects.sizeIs <= Limits.Atoms then AbstractValue(objects, wide, key = key)
    else
      val fewer = if objects.exists(hasKeys) then objects.map(withoutKeys) else objects
      if fewer.sizeIs <= Limits.Atoms then AbstractValue(fewer, wide, key = key)
      else AbstractValue(Set(anything), wide, isFull = true)

  private def hasKeys(a: AbstractObject): Boolean = a match
    case AbstractObject.Closure(_, _, captured) => captured.exists(_.hasKeys)
    case _ => false

  private def withoutKeys(a: AbstractObject): AbstractObject = a match
    case c: AbstractObject.Closure if hasKeys(c) => c.copy(captured = c.captured.map(_.withoutKeys))
    case other => other

  def join(values: Iterable[AbstractValue]): AbstractValue =
    val all = values.iterator
    if !all.hasNext then none
    else
      var joined = all.next()
      while all.hasNext do joined = joined | all.next()
      joined
end AbstractValue
