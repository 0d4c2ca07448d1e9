package eddy.inference.internal.values

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Descriptors, MethodName, Names}
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.{AbstractObject, AbstractValue}

/** `equals`, `hashCode` and `toString` of Java's records, of which the class file has no code: the JVM makes
  * it (JLS 8.10.3, `java.lang.runtime.ObjectMethods`). It asks all components the same.
  */
private[inference] final class Records(state: AnalysisState, fields: FieldAccesses, semantics: Semantics):
  import state.context.{implementations, library, repository}
  import state.{effects, snapshot, types}

  /** @param descriptor of the call site: it takes the record, and for `equals` the other object */
  def ask(method: String, descriptor: String, arguments: Vector[AbstractValue]): Unit =
    for
      record <- Descriptors.className(Descriptors.parameters(descriptor).head)
      c <- repository.runtime(record)
    do
      val records = arguments.map(types.narrow(_, record, snapshot))
      val signature =
        Descriptors.parameters(descriptor).tail.mkString("(", "", s")${Descriptors.result(descriptor)}")
      for part <- c.getRecordComponents do
        val d = part.getType.descriptorString
        for t <- Descriptors.className(d) if !part.getType.isArray do
          val values = records.map(fields.get(_, record, part.getName, d))
          val known = values.head.only(!isOneOfMany(_))
          if !known.isEmpty then
            val _ = semantics.virtual(MethodName(t, method, signature), known +: values.tail)

  private def isOneOfMany(a: AbstractObject): Boolean = a match
    case AbstractObject.Unknown(t)
        if library.isUser(t) && implementations.classes(t).sizeIs > Limits.Implementations =>
      effects.note(s"what equals, hashCode and toString of ${Names.ofClass(t)} do is taken to be harmless")
      true
    case _ => false
end Records
