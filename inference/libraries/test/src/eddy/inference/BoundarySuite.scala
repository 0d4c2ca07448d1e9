package eddy.inference

import eddy.state.{AccessKind, Target}

import java.sql.ResultSet

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.node.ObjectNode
import libraries.{BoundaryHandlers, HeldByLibraries, Visits}

/** The application's code and state behind a library's code, which is not followed. */
class BoundarySuite extends eddy.testing.PatientSuite:
  private val handlers = BoundaryHandlers()
  import handlers.*

  private def accesses(handler: AnyRef): Set[(Target, AccessKind)] =
    Inference.summary(handler).accesses.map(a => (a.target, a.mode)).toSet

  private def touches(handler: AnyRef)(expected: (Target, AccessKind)*): Unit =
    assertEquals(accesses(handler), expected.toSet)

  private val loaded = Seq[(Target, AccessKind)](
    Target.Shared(users) -> AccessKind.Reads,
    Target.Fields(counts) -> AccessKind.Writes
  )

  test("the loader of a cache is called by each use of the cache"):
    touches(load)(loaded*)

  test("a loader deep inside of a library's objects is found"):
    assertEquals(loaded.toSet -- accesses(loadInside), Set.empty)

  test("a function that a library is passed runs in the handler"):
    touches(passed)(Target.Shared(users) -> AccessKind.Writes)

  test("a JSON mapper reads the variables of the objects that it writes, and of those these refer to"):
    touches(written)(Target.Fields(account) -> AccessKind.Reads)
    touches(writtenInside)(Target.Fields(account) -> AccessKind.Reads)
    touches(writtenInList)(Target.Fields(account) -> AccessKind.Reads)

  test("it reads the collections in their fields"):
    touches(writtenCollection)(Target.Fields(tagged.tags) -> AccessKind.Reads)

  test("of what is far away in fields of fields any of its class is read"):
    touches(writtenFarAway)(
      Target.Fields(account) -> AccessKind.Reads,
      Target.OfType(classOf[Visits]) -> AccessKind.Reads
    )

  test("a library may write its arguments by Java's serialisation, which calls methods of theirs"):
    touches(writtenByJava)(Target.Entry(users, "written") -> AccessKind.Writes)

  test("a library may assign the variables of its arguments, unless a fact says that it only reads"):
    touches(assigned)(Target.Fields(account) -> AccessKind.Writes)

  test("what a library makes and passes to an object of the application belongs to the handler"):
    for handler <- serialized do touches(handler)()
    touches(serializedCounting)(Target.Fields(counter) -> AccessKind.Writes)

  test(
    "a row of a database that a library's signature names belongs to the handler, one out of a cache does not"
  ):
    touches(rows)()
    assert(clue(accesses(rowsOfCache)).contains((Target.OfType(classOf[ResultSet]), AccessKind.Writes)))

  test("a library's object in a field of the application is locked unless threads may share it"):
    touches(sharedNode)(Target.Fields(node) -> AccessKind.Writes)

  test("a library's object in a container of the application is any of its class"):
    for handler <- List(nodeOfCache, nodePassed) do
      touches(handler)(Target.OfType(classOf[ObjectNode]) -> AccessKind.Writes)

  test(
    "an object of the application's in a collection that a library returns is any of its class, however it is converted"
  ):
    for (handler, way) <- converted.zipWithIndex do
      assertEquals(
        accesses(handler),
        Set[(Target, AccessKind)](Target.OfType(classOf[Visits]) -> AccessKind.Writes),
        s"way $way"
      )

  test("an object of the application's in a tree of a library is found in what is taken out of the tree"):
    for (handler, way) <- ofTree.zipWithIndex do
      assert(changesVisits(handler), s"way $way: ${accesses(handler)}")

  test("an object of the application's in an entry of a map that a library returns is found"):
    assert(changesVisits(ofEntries), accesses(ofEntries))

  for (way, handler) <- HeldByLibraries(account).ways do
    test(s"an object of the application's that a library holds is found: $way"):
      assert(changesVisits(handler), accesses(handler))

  private def changesVisits(handler: AnyRef) = accesses(handler).exists:
    case (Target.OfType(c), AccessKind.Writes) => c.isAssignableFrom(classOf[Visits])
    case (Target.Fields(o), AccessKind.Writes) => o eq account
    case (target, _) => target == Target.Everything

  test("a collection that the application shares is used through what converts it"):
    touches(ownList)(Target.Fields(list) -> AccessKind.Writes)
    touches(listOfList)(Target.Fields(list) -> AccessKind.Writes)
    touches(ofList)(Target.Fields(list) -> AccessKind.Reads)
    touches(listCopied)(Target.Fields(list) -> AccessKind.Reads)
    for handler <- List(listOfCache, listInMap) do
      assert(writesAnyCollection(handler), accesses(handler))

  private def writesAnyCollection(handler: AnyRef) = accesses(handler).exists:
    case (Target.OfType(c), mode) => mode == AccessKind.Writes && c.getName.matches("(java|scala)\\..*")
    case _ => false

  test("an object that the handler makes with a library touches nothing"):
    touches(ownNode)()

  test("an object of a library that can be iterated, and is no collection, comes with the two lines"):
    val node = new ObjectMapper().createObjectNode().nn
    val handler: String => Unit = id => node.put("id", id): Unit
    assert(clue(Inference.explain("put" -> handler)).contains(
      "safe com/fasterxml/jackson/databind/node/ObjectNode"
    ))

  test("a constructor of a library's class calls methods that the application overrides"):
    touches(constructed)(Target.Shared(users) -> AccessKind.Writes)
end BoundarySuite
