package eddy.inference

import eddy.state.{Mode, Target}

import com.fasterxml.jackson.databind.node.ObjectNode
import libraries.{BoundaryHandlers, Visits}

/** The application's code and state behind a library's code, which is not followed. */
class BoundarySuite extends eddy.testing.PatientSuite:
  private val handlers = BoundaryHandlers()
  import handlers.*

  private def accesses(handler: AnyRef): Set[(Target, Mode)] =
    Inference.summary(handler).accesses.map(a => (a.target, a.mode)).toSet

  private def touches(handler: AnyRef)(expected: (Target, Mode)*): Unit =
    assertEquals(accesses(handler), expected.toSet)

  private val loaded = Seq[(Target, Mode)](
    Target.Shared(users) -> Mode.Reads,
    Target.Fields(counts) -> Mode.Writes
  )

  test("the loader of a cache is called by each use of the cache"):
    touches(load)(loaded*)

  test("a loader deep inside of a library's objects is found"):
    assertEquals(loaded.toSet -- accesses(loadInside), Set.empty)

  test("a function that a library is passed runs in the handler"):
    touches(passed)(Target.Shared(users) -> Mode.Writes)

  test("a JSON mapper reads the variables of the objects that it writes, and of those these refer to"):
    touches(written)(Target.Fields(account) -> Mode.Reads)
    touches(writtenInside)(Target.Fields(account) -> Mode.Reads)
    touches(writtenInList)(Target.Fields(account) -> Mode.Reads)

  test("it reads the collections in their fields"):
    touches(writtenCollection)(Target.Fields(tagged.tags) -> Mode.Reads)

  test("of what is far away in fields of fields any of its class is read"):
    touches(writtenFarAway)(
      Target.Fields(account) -> Mode.Reads,
      Target.OfType(classOf[Visits]) -> Mode.Reads
    )

  test("a library may write its arguments by Java's serialisation, which calls methods of theirs"):
    touches(writtenByJava)(Target.Entry(users, "written") -> Mode.Writes)

  test("a library may assign the variables of its arguments, unless a fact says that it only reads"):
    touches(assigned)(Target.Fields(account) -> Mode.Writes)

  test("a library's object in a field of the application is locked unless threads may share it"):
    touches(sharedNode)(Target.Fields(node) -> Mode.Writes)

  test("a library's object in a container of the application is any of its class"):
    for handler <- List(nodeOfCache, nodePassed) do
      touches(handler)(Target.OfType(classOf[ObjectNode]) -> Mode.Writes)

  test("an object that the handler makes with a library touches nothing"):
    touches(ownNode)()

  test("a constructor of a library's class calls methods that the application overrides"):
    touches(constructed)(Target.Shared(users) -> Mode.Writes)
end BoundarySuite
