package eddy.inference.internal.classpath

import eddy.inference.internal.bytecode.{ClassOutline, Descriptors}

import java.nio.file.{Files, Path as FilePath}
import java.util.zip.ZipFile
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** A folder or a jar with classes. */
private[inference] final class ClassPlace(val root: FilePath):
  val isFolder: Boolean = Files.isDirectory(root)

  /** Tells it from any other file at the same path; none for a folder. */
  def stamp: Option[String] = Option.when(!isFolder)(s"$root ${JarStamp.of(root)}")

  /** Every class in it whose file `isWanted`.
    * @param home its number
    * @param isOfInterest says which interfaces of closures count
    * @param used classes whose users are to be found
    */
  def read(
      home: Int,
      isWanted: String => Boolean,
      isOfInterest: String => Boolean,
      used: List[String]
  ): Seq[ClassTable.Entry] =
    val found = mutable.ArrayBuffer[ClassTable.Entry]()
    def add(file: String, content: Array[Byte]) =
      found += ClassPlace.entry(file, ClassOutline(content), home, isOfInterest, used): Unit
    if isFolder then
      Using.resource(Files.walk(root)): files =>
        for f <- files.iterator.asScala; file = root.relativize(f).toString if isWanted(file) do
          add(file, Files.readAllBytes(f))
    else if root.toString.endsWith(".jar") then
      Using.resource(ZipFile(root.toFile)): jar =>
        for e <- jar.entries.asScala if isWanted(e.getName) do
          add(e.getName, Using.resource(jar.getInputStream(e))(_.readAllBytes))
    found.toSeq

  /** The content of one of its files. */
  def content(file: String): Array[Byte] =
    if isFolder then Files.readAllBytes(root.resolve(file))
    else
      Using.resource(ZipFile(root.toFile)): jar =>
        Using.resource(jar.getInputStream(jar.getEntry(file)))(_.readAllBytes)
end ClassPlace

private[inference] object ClassPlace:
  private def entry(
      file: String,
      outline: ClassOutline,
      home: Int,
      isOfInterest: String => Boolean,
      used: List[String]
  ) =
    val closures = (outline.dynamicResults ++ outline.markers.map(Descriptors.ofClass)).distinct.collect {
      case d if d.startsWith("L") && isOfInterest(d.substring(1, d.length - 1)) =>
        d.substring(1, d.length - 1)
    }
    val above =
      (outline.superName :: outline.interfaces).filter(s => s.nonEmpty && s != Descriptors.AnyObject)
    ClassTable.Entry(
      outline.name,
      file,
      home,
      outline.isAbstract,
      above,
      closures,
      outline.names(used),
      outline.reorders
    )
  end entry
end ClassPlace
