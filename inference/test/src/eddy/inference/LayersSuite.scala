package eddy.inference

import eddy.inference.internal.bytecode.ClassOutline

import java.nio.file.{Files, Path as FilePath}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The layers of the module, as docs/internals/inference.md lists them from below. */
class LayersSuite extends eddy.testing.PatientSuite:
  private val page =
    Files.readAllLines(FilePath.of(
      sys.env("EDDY_CHECKOUT"),
      "docs",
      "internals",
      "inference.md"
    )).asScala.toList
  private val layers =
    page.dropWhile(_ != "## The layers").takeWhile(!_.startsWith("An *abstract value*"))
      .flatMap(raw"^\| `([\w.]+)` \|".r.findFirstMatchIn(_)).map(_.group(1).nn)
      .map(n => if n.startsWith("eddy.") then n else s"eddy.inference.$n")

  private val root = FilePath.of(classOf[Inference.type].getProtectionDomain.getCodeSource.getLocation.toURI)

  /** The packages of this module that the classes of each package name. */
  private val named: Map[String, Set[String]] =
    val classes =
      Using.resource(Files.walk(root))(_.iterator.asScala.filter(_.toString.endsWith(".class")).toList)
    val edges =
      for
        file <- classes
        from = packageOf(root.relativize(file).toString)
        to <- namesIn(Files.readAllBytes(file)).map(packageOf)
        if to.startsWith("eddy.inference") && to != from
      yield from -> to
    val packages = classes.map(f => packageOf(root.relativize(f).toString))
    edges.groupMap(_(0))(_(1)).view.mapValues(_.toSet).toMap ++
      packages.filterNot(p => edges.exists(_(0) == p)).map(_ -> Set.empty[String])

  private def packageOf(file: String) = file.substring(0, file.lastIndexOf('/')).replace('/', '.')

  private def namesIn(classFile: Array[Byte]): Set[String] =
    val names = mutable.HashSet[String]()
    ClassOutline(classFile).namesClass: name =>
      if name.startsWith("eddy/inference/") then names += name: Unit
      false
    : Unit
    names.toSet

  test("each package is a layer of the page"):
    assertEquals(layers.sorted, named.keys.toList.sorted)

  test("a package uses packages of lower layers only"):
    val upwards =
      for (from, to) <- named.toList; t <- to if layers.indexOf(t) > layers.indexOf(from) yield s"$from -> $t"
    assertEquals(upwards.sorted, Nil)
end LayersSuite
