package eddy.inference.internal.bytecode

import scala.runtime.ScalaRunTime

/** A method by the internal name of its class, its name and its descriptor (JVMS 4.3). */
private[inference] final case class MethodName(owner: String, name: String, descriptor: String):
  // asked for again and again, as names are keys; any thread may find them out
  private var hash = 0
  override def hashCode: Int =
    if hash == 0 then hash = ScalaRunTime._hashCode(this)
    hash

  private var joined: String | Null = null

  /** As [[ClassReader]] names it within its class. */
  def inClass: String =
    val known = joined
    if known != null then known
    else
      val made = name + descriptor
      joined = made
      made
  def in(other: String): MethodName = if other == owner then this else copy(owner = other)
  override def toString: String = Names.ofMethod(owner, name)

private[inference] object MethodName:
  /** From the name that [[ClassReader]] uses. */
  def parse(owner: String, inClass: String): MethodName =
    val at = inClass.indexOf('(')
    MethodName(owner, inClass.substring(0, at), inClass.substring(at))

/** What field and method descriptors (JVMS 4.3) say. */
private[inference] object Descriptors:
  private final class Shape(val parameters: Vector[String], val result: String)
  private val shapes = Memo[String, Shape](parse)
  private val classes = Memo[String, Option[String]](d =>
    Some(if d.charAt(0) == 'L' then d.substring(1, d.length - 1) else d)
  )

  val AnyObject = "java/lang/Object"

  /** The class that a field descriptor names, arrays as they are; none for a primitive. */
  def className(field: String): Option[String] = if field.length < 2 then None else classes(field)

  def result(method: String): String = shapes(method).result

  def parameters(method: String): Vector[String] = shapes(method).parameters

  private def parse(method: String): Shape =
    val parameters = Vector.newBuilder[String]
    var from = 1
    while method.charAt(from) != ')' do
      var last = from
      while method.charAt(last) == '[' do last += 1
      if method.charAt(last) == 'L' then last = method.indexOf(';', last)
      parameters += method.substring(from, last + 1)
      from = last + 1
    Shape(parameters.result(), method.substring(from + 1))

  /** Takes two slots of a frame. */
  def isWide(field: String): Boolean = field == "J" || field == "D"

  /** The name of a method without what Scala adds to the variants of it that take and give primitives. */
  def general(method: String): String = method.indexOf("$mc") match
    case -1 => method
    case i => method.substring(0, i)

  def ofClass(name: String): String = if name.startsWith("[") then name else s"L$name;"
  def internalName(cls: Class[?]): String = cls.getName.replace('.', '/')
end Descriptors
