package eddy.house

/** Rules for the compiled classes of the whole repository. */
class StructureSuite extends HouseSuite:
  test("packages form layers; only a public package and its own internal package may need each other"):
    allow("package-cycles", bySize = true)(House.mainClasses.flatMap(Knots.packages))

  test("at most 8 top-level types need each other"):
    allow("type-groups", bySize = true)(House.mainClasses.flatMap(Knots.types))

  test("no module uses the internal package of another module"):
    val foreign = ForeignInternal(House.classes)
    val references = foreign.references(House.sources.map(_.file))
    allow("foreign-internal")(references ++ foreign.imports(House.sources, references))

  test("a public type of a library or an application has a name of its own"):
    val compared = House.sources.filter(s => !s.file.isTest && House.isProduct(s.file.module))
    allow("type-names")(TypeNames.repeated(compared))

  test("every suite has the time limit of PatientSuite"):
    val tests = House.classes.filter(_(0).isTest)
    val untimed = UntimedSuites.in(tests, House.classes.values.flatten.toSeq)
    if untimed.nonEmpty then fail(untimed.take(20).mkString("\n"))
end StructureSuite
