package eddy.inference.internal.values

import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{Instruction, MethodCode, MethodName}
import eddy.inference.internal.classpath.ClassRepository
import eddy.inference.internal.context.Effects

import scala.collection.mutable

/** Which variables a method and the methods of its own class that it calls name. No values are followed: a
  * look at code that runs elsewhere.
  */
private[inference] object OwnCode:
  final class Use(val owner: String, val writes: Boolean, val position: Effects.Position)

  def variables(start: MethodName, repository: ClassRepository): List[Use] =
    val seen = mutable.HashSet[MethodName]()
    val found = mutable.ListBuffer[Use]()

    def look(m: MethodName): Unit =
      for
        info <- repository.info(m.owner)
        code <- info.code(m.inClass)
        if seen.add(m)
        (i, at) <- code.instructions.zipWithIndex
      do
        i.op match
          case Op.GET_FIELD | Op.PUT_FIELD => field(m, code, i, at)
          case Op.INVOKE_STATIC | Op.INVOKE_SPECIAL | Op.INVOKE_VIRTUAL =>
            if i.owner == start.owner && i.name != "<init>" then
              look(MethodName(i.owner, i.name, i.descriptor))
          case Op.INVOKE_DYNAMIC =>
            for site <- Option(i.lambda) if site.owner == start.owner do
              look(MethodName(site.owner, site.name, site.descriptor))
          case _ => ()

    def field(m: MethodName, code: MethodCode, i: Instruction, at: Int): Unit =
      val owner = repository.declaringClass(i.owner, i.name)
      if !repository.isStable(owner, i.name) && !i.name.contains("$lzy") then
        val position = Effects.Position(m, code)
        position.instruction = at
        found += Use(owner, i.op == Op.PUT_FIELD, position): Unit

    look(start)
    found.toList
  end variables
end OwnCode
