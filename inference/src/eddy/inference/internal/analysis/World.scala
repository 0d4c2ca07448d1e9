package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.classpath.{ClassRepository, DeclaredEffects, GivenCollections}
import eddy.inference.internal.heap.{KeyTypes, Objects}
import eddy.inference.internal.library.{ClassIndex, KeptFunctions, LibraryModel, OnTheSpot}

/** What the analyses of one class loader's callbacks share. Any thread. */
private[inference] final class World(
    val repository: ClassRepository,
    val library: LibraryModel,
    val declaredEffects: DeclaredEffects
):
  val index: ClassIndex = ClassIndex(repository, library)
  val objects: Objects = Objects(repository)
  lazy val collections: GivenCollections = GivenCollections(repository)
  lazy val keyTypes: KeyTypes = KeyTypes(repository)

  /** Methods on the way to an access of an entry: only through these are keys followed, as most calls pass
    * some constant.
    */
  val keyed: java.util.Set[MethodName] = java.util.concurrent.ConcurrentHashMap.newKeySet()
  lazy val types: Types = Types(repository, index, library, declaredEffects)
  lazy val inert: Inert = Inert(repository, library, declaredEffects)
  lazy val templates: KeyTemplates = KeyTemplates(repository, library, declaredEffects)
  lazy val overrides: Overrides = Overrides(repository, library, inert)
  lazy val keptFunctions: KeptFunctions = KeptFunctions(index, library, onTheSpot)
  lazy val onTheSpot: OnTheSpot = OnTheSpot(repository, index, library)
  lazy val implementations: Implementations = Implementations(repository, index, library, overrides)
end World

private[inference] object World:
  def apply(loader: ClassLoader): World =
    val repository = ClassRepository(loader)
    new World(repository, LibraryModel.standard.of(repository), DeclaredEffects(repository))
