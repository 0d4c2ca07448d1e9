package eddy.inference.internal.values

import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodName}
import eddy.inference.internal.classpath.ClassInfo
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, Key}

import scala.runtime.LazyRef

/** Lazy vals of classes and objects, as Scala 3 compiles them: `x` has a field `x$lzy1` and an initialiser
  * `x$lzyINIT1`. An initialised one is as good as a val. One that is not may be initialised by the handler,
  * so that the initialiser's effects are the handler's, and the summary holds until it is initialised.
  */
private[inference] final class LazyValues(state: AnalysisState, semantics: Semantics):
  import state.context.repository
  import state.{effects, snapshot, types}

  /** What the accessor of a lazy val returns. `field`: where that is kept. */
  def read(info: ClassInfo, field: String, accessor: MethodName, self: AbstractValue): AbstractValue =
    val result = Descriptors.className(Descriptors.result(accessor.descriptor)).filterNot(types.isImmutable)
    def later(): AbstractValue =
      initialise(info, field, self) | result.fold(AbstractValue.none)(types.unknown)
    AbstractValue.join(self.objects.toList.map:
      case AbstractObject.Existing(p, _) if p.isStable =>
        val storage = p / AccessPath.Step.Field(info.name, field, stable = true)
        val owners =
          snapshot.objects(p).count(o => repository.field(info.name, field).getDeclaringClass.isInstance(o))
        val values = snapshot.objects(storage)
        // while it is being initialised the storage holds a marker
        val ready =
          values.sizeIs == owners && !values.exists(_.getClass.getName.startsWith("scala.runtime.LazyVals"))
        if ready then result.fold(AbstractValue.none)(snapshot.value(storage, _))
        else
          val before = effects.size
          val value = later()
          // a number or text that is worked out from nothing shared will need no lock either
          if result.nonEmpty || effects.size != before then
            snapshot.notYet(storage)
            effects.note(
              s"lazy val ${accessor.name} is not initialised yet: the handler is analysed again when it is"
            )
          // until it exists, a key that is made with it is any key
          if result.isEmpty then value else value.known(Some(Key.At(storage)))
      case AbstractObject.Made(_, _) => initialise(info, field, self)
      case _ => later())
  end read

  private def initialise(info: ClassInfo, field: String, self: AbstractValue): AbstractValue =
    val initialiser = s"${field.replace("$lzy", "$lzyINIT")}("
    info.methods.find(_.startsWith(initialiser)).fold(AbstractValue.none): m =>
      val made = semantics.body(MethodName.parse(info.name, m), Vector(self))
      AbstractValue.of(made.objects.filter:
        case AbstractObject.Unknown(c) =>
          c != Descriptors.AnyObject && !c.startsWith(Conventions.LazyVals)
        // the storage, which is empty
        case AbstractObject.Existing(p, _) =>
          p.steps.headOption != Some(AccessPath.Step.Field(info.name, field, stable = false))
        case _ => true)

  /** A local lazy val that is not initialised yet. */
  def isOpen(o: AnyRef): Boolean = o match
    case l: LazyRef[?] => !l.initialized
    case _ => false
end LazyValues
