package eddy.house

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The purpose of a module. Only the types of libraries and applications need unique names. */
enum ModuleKind:
  case Library, App, Other, Test

/** A module of the build and the folder of its compiled classes.
  *
  * @param name as Mill names it, such as `push.redis` or `push.redis.test`
  */
final case class Module(name: String, kind: ModuleKind, classes: Path):
  def isTest: Boolean = kind == ModuleKind.Test

  /** The module itself for main classes, and the module under test for test classes. */
  def owner: String = if isTest then name.stripSuffix(".test") else name

object Module:
  /** Reads the file that the build writes: `name <tab> kind <tab> folder` per line. */
  def list(file: Path): Seq[Module] =
    Files.readAllLines(file).asScala.toSeq.map: line =>
      line.split('\t') match
        case Array(name, kind, folder) => Module(name, ModuleKind.valueOf(kind), Path.of(folder))
        case _ => throw IllegalArgumentException(s"'$line' in $file is not: name, tab, kind, tab, folder")
