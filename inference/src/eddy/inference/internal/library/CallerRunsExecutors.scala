package eddy.inference.internal.library

import eddy.inference.internal.classpath.ClassRepository

/** Which executors may run a function on the thread that hands it over: those that a fact names, and the
  * application's own. Any thread.
  */
private[inference] final class CallerRunsExecutors(
    repository: ClassRepository,
    index: ClassIndex,
    library: LibraryModel
):
  /** An executor of this class may. */
  def is(c: String): Boolean = isExecutor(c) && (library.isOnTheSpot(c) || library.isUser(c))

  /** An executor of the type may. */
  def mayBe(t: String): Boolean = isExecutor(t) && (is(t) || any)

  /** The application has such an executor, or names a class by which it may get one. */
  def any: Boolean = known("")
  private val known = index.answers[String, Boolean](_ =>
    library.onTheSpot.exists(c => index.users(c).exists(u => library.isApplications(u.name))) ||
      library.executors.exists(t =>
        index.concreteBelow(t).exists(library.isApplications) ||
          index.closuresBelow(t).exists(s => library.isApplications(s.owner))
      )
  )

  def isExecutor(c: String): Boolean = library.executors.exists(repository.isSubtype(c, _))
end CallerRunsExecutors
