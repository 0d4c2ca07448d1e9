package eddy.inference.internal.code

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.context.AnalysisContext

/** Which methods are known to touch nothing before they are given anything. */
class InertSuite extends eddy.testing.PatientSuite:
  import InertSuite.*
  private val context = AnalysisContext(getClass.getClassLoader)

  private def of(c: Class[?], name: String): MethodName =
    val m = c.getDeclaredMethods.find(m => m.getName == name && !m.isBridge).get
    val d = java.lang.invoke.MethodType.methodType(m.getReturnType, m.getParameterTypes).descriptorString
    MethodName(Descriptors.internalName(c), name, d)
  private def isInert(c: Class[?], name: String) = context.inert.result(of(c, name)).isDefined
  private def isSkipped(c: Class[?], name: String) = context.inert.constant(of(c, name)).isDefined

  test("comparing a case class of texts and numbers touches nothing, and need not be looked at again"):
    for m <- List("equals", "hashCode", "canEqual", "productPrefix", "productElementName", "longest", "shown")
    do
      assert(isSkipped(classOf[Point], m), m)

  test("the part of its object that a method returns is for each call to find out"):
    for m <- List("x", "name", "inner", "_4", "productElement", "innerOf") do
      assert(isInert(classOf[Point], m), m)
      assert(!isSkipped(classOf[Point], m), m)

  test("a field that somebody assigns is touched"):
    for m <- List("count", "isFull", "add") do assert(!isInert(classOf[Count], m), m)

  test("an equals that counts its calls touches the count"):
    assert(!isInert(classOf[Count], "equals"))

  test("so does what calls it"):
    assert(!isInert(classOf[Holder], "equals"))
    assert(!isInert(classOf[Holder], "isSame"))

  test("which method of an open class is called nobody knows"):
    assert(isInert(classOf[Open], "size"))
    assert(!isInert(classOf[Open], "isLarge"))

  test("elements of arrays and variables of objects are touched"):
    for m <- List("first", "global", "made", "fails", "failsAgain", "locked") do
      assert(!isInert(classOf[Others], m), m)

  test("methods that call each other end, and count as touching something"):
    for m <- List("isEven", "isOdd") do assert(!isInert(classOf[Turns], m), m)

  test("a shared object is touched by its annotated methods, whatever their code looks like"):
    assert(!isInert(classOf[Annotated], "uses"))

  test("an accessor is read where it is called, unless somebody assigns its field"):
    assertEquals(context.inert.accessed(of(classOf[Point], "inner")).map(_.name), Some("inner"))
    assertEquals(context.inert.accessed(of(classOf[Point], "_4")).map(_.name), Some("inner"))
    assertEquals(context.inert.accessed(of(classOf[Count], "count")), None)

  test("a field of another object than the receiver is not that of an accessor"):
    assertEquals(context.inert.accessed(of(classOf[Point], "innerOf")), None)
end InertSuite

object InertSuite:
  final case class Point(x: Int, far: Long, name: String, inner: AnyRef):
    def longest: Boolean = far > x && name.length > 3
    def innerOf(other: Point): AnyRef = other.inner
    def shown: String = if name == null then "none" else name
    override def equals(o: Any): Boolean = o match
      case p: Point => p.x == x && p.far == far && p.name == name
      case _ => false
    override def hashCode: Int = 31 * x + far.hashCode + name.hashCode

  final class Count:
    var count = 0
    def isFull: Boolean = count > 3
    def add(): Unit = count += 1
    override def equals(o: Any): Boolean =
      add()
      o.isInstanceOf[Count]
    override def hashCode: Int = 1

  final case class Holder(of: Count):
    def isSame(other: Holder): Boolean = of == other.of

  class Open:
    def size: Int = 1
    def isLarge: Boolean = size > 3

  object Global:
    var n = 0

  final class Others(values: Array[Int]):
    def first: Int = values(0)
    def global: Int = Global.n
    def made: Boolean = Count() == null
    def fails: Int = throw OwnFailure()
    def failsAgain(again: Exception): Int = throw again
    def locked: Int = synchronized(1)

  final class OwnFailure extends RuntimeException

  final class Turns:
    def isEven(n: Int): Boolean = n == 0 || isOdd(n - 1)
    def isOdd(n: Int): Boolean = n != 0 && isEven(n - 1)

  final class Safe:
    @eddy.state.Writes
    def put(n: Int): Boolean = n > 0
  final class Annotated(safe: Safe):
    def uses(n: Int): Boolean = safe.put(n)
end InertSuite
