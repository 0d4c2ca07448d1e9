package eddy.house

/** The packages of a module, from below: each uses only packages above it in the list, except that a public
  * package and its own `internal` may use each other.
  *
  * @param largestGroup the number of types in the largest group that need each other; 1 without such a group
  */
final case class Structure(module: String, packages: Seq[Structure.Layer], largestGroup: Int):
  /** A heading and a table, as a page shows it. */
  def text: String =
    val rows = packages.map(p => s"| `${p.name}` | ${p.uses.map(u => s"`$u`").mkString(", ")} |")
    val lines = Seq(s"## $module", "", s"Largest group of types that need each other: $largestGroup.", "") ++
      Seq("| package | uses |", "|---|---|") ++ rows
    lines.mkString("", "\n", "\n")

object Structure:
  final case class Layer(name: String, uses: Seq[String])

  def of(module: String, classes: Seq[ClassFacts]): Structure =
    val types = Knots.graph(classes)
    val packages = types.toSeq.groupMap((from, _) => ClassFacts.packageOf(from))(_(1))
    val uses = packages.map: (name, targets) =>
      name -> (targets.flatten.map(ClassFacts.packageOf).toSet - name)
    val largest = Components.of(types).map(_.size).maxOption.getOrElse(1)
    Structure(module, layers(uses), largest)

  private def layers(uses: Map[String, Set[String]]): Seq[Layer] =
    val prefix = uses.keys.toSeq.minByOption(_.length).getOrElse("")
    def short(name: String) =
      if name == prefix || !name.startsWith(prefix + ".") then name else name.drop(prefix.length + 1)
    // packages that need each other count as one place in the order
    val circles = Components.of(uses)
    def circleOf(name: String) = circles.find(_(name)).getOrElse(Set(name))
    val depth = scala.collection.mutable.Map.empty[Set[String], Int]
    def depthOf(circle: Set[String]): Int = depth.getOrElseUpdate(
      circle,
      circle.flatMap(uses).diff(circle).map(to => depthOf(circleOf(to)) + 1).maxOption.getOrElse(0)
    )
    uses.keys.toSeq.sortBy(name => (depthOf(circleOf(name)), within(name, circleOf(name), uses), name))
      .map(name => Layer(short(name), uses(name).toSeq.map(short).sorted))

  /** The place inside a circle: the public package last, its internal packages by their own layers. */
  private def within(name: String, circle: Set[String], uses: Map[String, Set[String]]): Int =
    val inside = circle.filter(_.split('.').contains("internal"))
    def depth(of: String, seen: Set[String]): Int =
      uses(of).intersect(inside).diff(seen + of).map(to => depth(to, seen + of) + 1).maxOption.getOrElse(0)
    if circle.size == 1 then 0 else if inside(name) then depth(name, Set.empty) else Int.MaxValue

  /** Prints the structure of modules: of those named, or of all libraries. */
  def main(names: Array[String]): Unit =
    val modules = Module.list(java.nio.file.Path.of(sys.env("EDDY_HOUSE_CLASSES")))
    val shown =
      if names.isEmpty then modules.filter(_.kind == ModuleKind.Library)
      else
        names.toSeq.map: name =>
          modules.find(_.name == name).getOrElse(throw IllegalArgumentException(s"no module is named $name"))
    for module <- shown.sortBy(_.name) do println(of(module.name, ClassFacts.in(module.classes)).text)
end Structure
