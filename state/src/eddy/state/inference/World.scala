package eddy.state.inference

/** What the analyses of one class loader's callbacks share. Any thread. */
private[inference] final class World(loader: ClassLoader):
  val library: LibraryModel = LibraryModel.standard
  val repository: ClassRepository = ClassRepository(loader)
  val index: ClassIndex = ClassIndex(repository, library)
  val objects: Objects = Objects(repository)
  val declaredEffects: DeclaredEffects = DeclaredEffects(repository)
  val types: Types = Types(repository, index, library, declaredEffects)
  val overrides: Overrides = Overrides(repository, library)
