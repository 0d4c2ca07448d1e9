package eddy.actor.spi

import scala.collection.immutable.TreeMap

/** Immutable tree of channel patterns, a level for each segment: finds all that match a channel in one walk.
  *
  * @param here values of patterns that end at this node
  * @param rest values of patterns whose last segment, `**`, stands here
  * @param named sorted, since clients may choose names of equal hashes
  */
private[eddy] final case class PatternIndex[A](
    here: Set[A],
    rest: Set[A],
    named: TreeMap[String, PatternIndex[A]],
    any: Option[PatternIndex[A]]
):
  import PatternIndex.*

  def isEmpty: Boolean = here.isEmpty && rest.isEmpty && named.isEmpty && any.isEmpty

  def add(pattern: String, value: A): PatternIndex[A] = change(segments(pattern), _ + value)
  def remove(pattern: String, value: A): PatternIndex[A] = change(segments(pattern), _ - value)

  /** One entry for each pattern that matches. */
  def matching(channel: String): List[A] = matching(segments(channel), Nil)

  private def matching(path: List[String], found: List[A]): List[A] = path match
    case Nil => here.toList ::: found
    case segment :: more =>
      val withRest = rest.toList ::: found
      val withNamed = named.get(segment).fold(withRest)(_.matching(more, withRest))
      any.fold(withNamed)(_.matching(more, withNamed))

  private def change(path: List[String], f: Set[A] => Set[A]): PatternIndex[A] = path match
    case Nil => copy(here = f(here))
    case Rest :: _ => copy(rest = f(rest))
    case Any :: more =>
      val child = any.getOrElse(empty[A]).change(more, f)
      copy(any = if child.isEmpty then None else Some(child))
    case segment :: more =>
      val child = named.getOrElse(segment, empty[A]).change(more, f)
      copy(named = if child.isEmpty then named - segment else named.updated(segment, child))
end PatternIndex

private[eddy] object PatternIndex:
  private final val Any = "*"
  private final val Rest = "**"

  def empty[A]: PatternIndex[A] = PatternIndex(Set.empty, Set.empty, TreeMap.empty, None)

  def segments(path: String): List[String] = path.split("/", -1).nn.toList.map(_.nn)

  def isPattern(path: String): Boolean =
    path.indexOf('*') >= 0 && segments(path).exists(s => s == Any || s == Rest)

  /** Whether one pattern matches. */
  def matches(pattern: String, channel: String): Boolean =
    val (wanted, path) = (segments(pattern), segments(channel))
    val (fixed, isOpen) = if wanted.last == Rest then (wanted.init, true) else (wanted, false)
    (if isOpen then path.size > fixed.size else path.size == fixed.size) &&
    fixed.lazyZip(path).forall((w, p) => w == Any || w == p)

  def check(pattern: String): Unit =
    require(pattern.nonEmpty, "pattern is empty: give a path such as /rooms/*/messages")
    require(
      !segments(pattern).dropRight(1).contains(Rest),
      s"pattern \"$pattern\" has ** before its end: ** stands for all further segments and must be the last"
    )
end PatternIndex
