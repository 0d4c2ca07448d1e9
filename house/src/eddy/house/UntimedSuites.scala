package eddy.house

/** Finds suites without the project's time limit: concrete munit suites that are not a PatientSuite. */
object UntimedSuites:
  // its suites come from the tutorial's page: users do not have this project's test kit
  private val asUsersWrite = "docs.tutorial"
  private val patient = "eddy.testing.PatientSuite"

  /** @param tests the test modules
    * @param all every class that a suite may extend
    */
  def in(tests: Map[Module, Seq[ClassFacts]], all: Seq[ClassFacts]): Seq[Finding] =
    val parents = all.map(c => c.name -> c.parents).toMap

    def ancestors(name: String): Set[String] =
      val direct = parents.getOrElse(name, Nil)
      direct.toSet ++ direct.flatMap(ancestors)

    for
      (module, facts) <- tests.toSeq.sortBy(_(0).name) if !module.name.startsWith(asUsersWrite)
      suite <- facts if suite.isConcrete
      above = ancestors(suite.name) if above.exists(isSuiteOfMunit) && !above(patient)
    yield Finding.of(module.name, s"${suite.name} is no PatientSuite", s"extends $patient")

  private def isSuiteOfMunit(name: String) = name.startsWith("munit.") && name.endsWith("Suite")
end UntimedSuites
