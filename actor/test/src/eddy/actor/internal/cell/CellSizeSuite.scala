package eddy.actor.internal.cell

import eddy.actor.internal.mailbox.SaveQueue
import eddy.actor.internal.signal.KeyedTimer
import eddy.runtime.Timer

import java.lang.reflect.Modifier

/** With compact object headers an object takes 8 bytes, and 4 for each reference in it. */
class CellSizeSuite extends eddy.testing.PatientSuite:
  private def fieldsOf(kind: Class[?]): List[Class[?]] =
    List.unfold[Array[Class[?]], Class[?] | Null](kind): of =>
      if of == null then None
      else
        val own = of.getDeclaredFields.nn.map(_.nn).filterNot(field => Modifier.isStatic(field.getModifiers))
        Some((own.map(_.getType.nn), of.getSuperclass))
    .flatten

  test("a plain actor holds four references: mailbox, cohort, cold state and behavior"):
    val fields = fieldsOf(classOf[ReactCell[?]])
    assertEquals((fields.size, fields.count(_.isPrimitive)), (4, 0), fields.toString)
    assertEquals(fieldsOf(classOf[InspectedCell[?]]).size, 4)

  test("a bounded actor holds one reference more: its source"):
    val fields = fieldsOf(classOf[BoundedCell[?]])
    assertEquals((fields.size, fields.count(_.isPrimitive)), (5, 0), fields.toString)

  test("the parts that only some actors have are counted as well"):
    // an actor with any cold state has the save queue too
    val expected = List[(Class[?], (Int, Int))](
      classOf[ThreadCell[?]] -> (13, 4),
      classOf[ColdState] -> (21, 3),
      classOf[SaveQueue] -> (10, 5),
      classOf[KeyedTimer] -> (4, 2),
      classOf[Timer] -> (7, 2)
    )
    for (kind, (all, primitive)) <- expected do
      val fields = fieldsOf(kind)
      assertEquals((fields.size, fields.count(_.isPrimitive)), (all, primitive), s"$kind: $fields")
end CellSizeSuite
