package eddy.house

import eddy.testing.PatientSuite

import java.nio.file.Path

/** The checkout that is tested: its sources, its compiled classes and its exceptions files. Read once. */
object House:
  val checkout: Path = Path.of(variable("EDDY_CHECKOUT"))

  // The build cannot list this module's tests for this module's tests.
  private lazy val modules: Seq[Module] =
    val own = Path.of(getClass.getProtectionDomain.getCodeSource.getLocation.toURI)
    Module.list(Path.of(variable("EDDY_HOUSE_CLASSES"))) :+ Module("house.test", ModuleKind.Test, own)

  lazy val repository: Repository = Repository(checkout, modules.map(_.owner))

  lazy val pages: Seq[TextFile] = repository.files.filter(_.extension == "md")

  /** Scala, Java and build files. */
  lazy val sources: Seq[Source] =
    repository.files.filter(f => Set("scala", "java", "mill")(f.extension)).map(Source(_))

  /** JavaScript, shell scripts, configuration, and data with comments. */
  lazy val scripts: Seq[Script] =
    repository.files.filter(f => Set("js", "mjs", "sh", "conf", "txt")(f.extension) && !PlainText.is(f))
      .map(Script(_))

  lazy val texts: Seq[PlainText] = repository.files.filter(PlainText.is).map(PlainText(_))

  lazy val classes: Map[Module, Seq[ClassFacts]] = modules.map(m => m -> ClassFacts.in(m.classes)).toMap

  def mainClasses: Seq[(String, Seq[ClassFacts])] =
    classes.toSeq.filterNot(_(0).isTest).map((m, facts) => (m.name, facts)).sortBy(_(0))

  def libraries: Seq[Module] = modules.filter(_.kind == ModuleKind.Library).sortBy(_.name)

  def isProduct(module: String): Boolean =
    modules.exists(m => m.name == module && (m.kind == ModuleKind.Library || m.kind == ModuleKind.App))

  def updates: Boolean = sys.env.get("EDDY_HOUSE_UPDATE").contains("1")

  def ratchet(name: String, bySize: Boolean): Ratchet =
    Ratchet(checkout.resolve(s"house/exceptions/$name.txt"), bySize, updates)

  private def variable(name: String) =
    sys.env.getOrElse(
      name,
      throw IllegalStateException(s"$name is not set; start the tests with ./mill house.test")
    )
end House

/** Compares what a check finds with the check's exceptions file. */
abstract class HouseSuite extends PatientSuite:
  protected def allow(exceptions: String, bySize: Boolean = false)(findings: Seq[Finding]): Unit =
    val complaints = House.ratchet(exceptions, bySize).complaints(House.repository.newestFirst(findings))
    if complaints.nonEmpty then fail(complaints.mkString("\n"))
