package eddy.inference.internal.context

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.classpath.{ClassRepository, DeclaredEffects}
import eddy.inference.internal.code.{Implementations, KeyTemplates, Overrides, PurityAnalysis}
import eddy.inference.internal.heap.{KeyTypes, Objects}
import eddy.inference.internal.library.{
  CallerRunsExecutors,
  ClassIndex,
  KeptFunctions,
  LibraryModel,
  NewArrays,
  ResultTypes
}

/** What the analyses of one class loader's handlers share. Any thread.
  *
  * @param facts asked for with the first analysis: reading them is most of what a start would do whose
  *   handlers are all known
  */
private[inference] final class AnalysisContext(
    val repository: ClassRepository,
    facts: => LibraryModel,
    val declaredEffects: DeclaredEffects
):
  lazy val library: LibraryModel = facts
  val index: ClassIndex = ClassIndex(repository, library)
  val objects: Objects = Objects(repository)
  lazy val collections: ResultTypes = ResultTypes(repository, library)
  lazy val newArrays: NewArrays = NewArrays(library)
  lazy val keyTypes: KeyTypes = KeyTypes(repository)

  /** Methods on the way to an access of an entry: only through these are keys followed, as most calls pass
    * some constant.
    */
  val keyed: java.util.Set[MethodName] = java.util.concurrent.ConcurrentHashMap.newKeySet()
  lazy val types: Types = Types(repository, index, library, declaredEffects)
  lazy val inert: PurityAnalysis = PurityAnalysis(repository, library, declaredEffects)
  lazy val templates: KeyTemplates = KeyTemplates(repository, library, declaredEffects)
  lazy val overrides: Overrides = Overrides(repository, library, inert)
  lazy val keptFunctions: KeptFunctions = KeptFunctions(index, library, callerRuns)
  lazy val callerRuns: CallerRunsExecutors = CallerRunsExecutors(repository, index, library)
  lazy val implementations: Implementations = Implementations(repository, index, library, overrides)
end AnalysisContext

private[inference] object AnalysisContext:
  def apply(loader: ClassLoader): AnalysisContext =
    val repository = ClassRepository(loader)
    new AnalysisContext(repository, LibraryModel.standard.of(repository), DeclaredEffects(repository))
