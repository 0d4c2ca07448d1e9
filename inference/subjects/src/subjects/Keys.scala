package subjects

import eddy.state.SharedMap

// what maps are looked up by

final case class Item(name: String)
final case class Line(number: Int, item: Item)
enum Colour:
  case Plain
  case Mixed(n: Int)

opaque type ItemId = String
object ItemId:
  def apply(text: String): ItemId = text

/** Counts how many there are. */
final case class Numbered(text: String):
  Obj.n += 1

final class Users(prefix: String):
  def of(r: Request): String = named(r).trim
  private def named(r: Request): String = r.param("user").getOrElse(s"$prefix${r.path}")

final case class Loose(text: String):
  override def hashCode: Int = text.toLowerCase.hashCode
  override def equals(o: Any): Boolean = o match
    case l: Loose => l.text.equalsIgnoreCase(text)
    case _ => false

final class Counted(val text: String):
  override def hashCode: Int = System.identityHashCode(Named)
  override def equals(o: Any): Boolean = o.isInstanceOf[Counted]

final class Cart:
  var current = "a"

final class MapHolder(var map: SharedMap[String, Int])

object Named:
  val name = "fixed"
  def shown(text: String): String = text.toUpperCase(java.util.Locale.ROOT)
  def text[T](of: T): String = s"k$of"
  def put(map: SharedMap[String, Int], key: String): Unit = map(key) = 1

object ValueClasses:
  final case class UserId(text: String) extends AnyVal:
    def isEmpty: Boolean = text.isEmpty
  final case class Visits(n: Int) extends AnyVal

  final class Accounts:
    val names = SharedMap[UserId, String]()
    val visits = SharedMap[Visits, String]()
    def rename(id: UserId, name: String): Unit = names(id) = name
    def visit(v: Visits): Unit = visits(v) = "a"

class Ancestor(val text: String)

/** Looks itself up. */
final class Heir(text: String, n: Int, map: SharedMap[Any, Int]) extends Ancestor(text):
  map(this) = n
