package eddy.inference

import eddy.state.*

import java.lang.reflect.{Method, Modifier}

/** The inference believes what shared objects say of their methods, so that all must say something. */
class AnnotationsSuite extends eddy.testing.PatientSuite:
  private val marks = List(
    classOf[Reads],
    classOf[Writes],
    classOf[Commutes],
    classOf[Pure],
    classOf[Registers],
    classOf[Spawns],
    classOf[Confined]
  )
  private val shared = List(
    classOf[SharedMap[?, ?]],
    classOf[SharedSortedMap[?, ?]],
    classOf[SharedSet[?]],
    classOf[SharedBuffer[?]],
    classOf[SharedQueue[?]],
    classOf[SharedRef[?]],
    classOf[SharedCounter],
    classOf[SharedCache[?, ?]]
  )

  /** Of the package, though public in the class file; and for setting up, which is followed like any other
    * code.
    */
  private val internal =
    Set(
      "lock",
      "madeBy",
      "entryUsage",
      "begin",
      "end",
      "named",
      "runsInHandler",
      "toString",
      "hashCode",
      "equals"
    )

  /** Scala's own additions, and what the compiler makes accessible for other classes of the package. */
  private def isUsers(m: Method) =
    Modifier.isPublic(m.getModifiers) && !Modifier.isStatic(m.getModifiers) && !m.isSynthetic &&
      m.getDeclaringClass != classOf[Object] && !m.getName.contains("$default$") && !m.getName.contains(
        "eddy$state"
      )

  for c <- shared do
    test(s"every method of ${c.getSimpleName} says what it does"):
      val silent =
        c.getMethods.toList.filter(isUsers).filterNot(m => marks.exists(a => m.isAnnotationPresent(a)))
      assertEquals(silent.map(_.getName).filterNot(internal).distinct, Nil)
end AnnotationsSuite
