package eddy.inference.internal.code

import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.classpath.{ClassRepository, DeclaredEffects}
import eddy.inference.internal.heap.Key
import eddy.inference.internal.library.LibraryModel

import KeyTemplates.Given
import subjects.ChainedKeys

/** Keys that go through methods which call each other. */
class KeyTemplatesSuite extends eddy.testing.PatientSuite:
  private def templates(): KeyTemplates =
    val repository = ClassRepository(getClass.getClassLoader)
    KeyTemplates(repository, LibraryModel.standard.of(repository), DeclaredEffects(repository))

  private val owner = ChainedKeys.getClass.getName.replace('.', '/')
  private def isKnown(templates: KeyTemplates, method: String): Boolean =
    val name = MethodName(owner, method, "(Ljava/lang/String;)Ljava/lang/String;")
    val arguments = Vector(Given.Known(Key.Argument(1)), Given.Known(Key.Argument(0)))
    templates.call(Op.INVOKE_VIRTUAL, name, arguments, Some(name)).nonEmpty

  // each calls the next one; the last one calls none
  private val chain = (0 to 11).map(i => s"m$i").toList

  test("a key goes through nine methods, one within the other, and not through more"):
    val all = chain.map(m => isKnown(templates(), m))
    assertEquals(all, List.fill(3)(false) ++ List.fill(9)(true))

  test("whether a key is known does not depend on the order in which methods are looked at"):
    for order <- List(chain, chain.reverse, chain.sortBy(_.length)) do
      val shared = templates()
      val found = order.map(m => m -> isKnown(shared, m)).toMap
      assertEquals(chain.filter(found), chain.drop(3), order.toString)

  test("methods that call each other in a circle have no key, whichever is looked at first"):
    for order <- List(List("turn", "return"), List("return", "turn"), List("into", "turn", "return")) do
      val shared = templates()
      for m <- order do assert(!isKnown(shared, m), s"$m in $order")

  test("methods that call five others each, deeper than keys are followed, are looked at a few times only"):
    var looked = 0
    val repository = new ClassRepository(getClass.getClassLoader):
      override def body(method: MethodName): Option[ClassRepository.Body] =
        if method.name.startsWith("wide") then looked += 1
        super.body(method)
    val shared = KeyTemplates(repository, LibraryModel.standard.of(repository), DeclaredEffects(repository))
    assert(!isKnown(shared, "wide0"))
    assert(clue(looked) < 12 * 10)
end KeyTemplatesSuite
