package eddy.inference.internal.library

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path as FilePath}
import java.util.jar.{JarFile, Manifest}
import java.util.zip.ZipFile
import scala.util.Using
import scala.util.control.NonFatal

/** The main attribute `Eddy-Application` in the manifest of a jar: `true` if its classes are the
  * application's, `false` if they are a library's, and in a jar that contains Eddy itself the packages of the
  * application.
  */
private[inference] object ManifestOrigin:
  val Attribute = "Eddy-Application"

  /** None if the manifest says nothing, or something else. */
  def of(jar: ZipFile): Option[Boolean] = attribute(jar).flatMap(_.toBooleanOption)

  /** The packages that the jar at this place names. */
  def packages(root: FilePath): List[String] =
    if !Files.isRegularFile(root) then Nil
    else
      try
        Using.resource(ZipFile(root.toFile))(attribute)
          .filter(_.toBooleanOption.isEmpty).toList.flatMap(names)
      // not a jar
      catch case NonFatal(_) => Nil

  /** As in the manifest and in `eddy.application`. */
  def names(listed: String): List[String] = listed.split(",").map(_.trim).filter(_.nonEmpty).toList

  private def attribute(jar: ZipFile): Option[String] =
    for
      entry <- Option(jar.getEntry(JarFile.MANIFEST_NAME))
      text = Using.resource(jar.getInputStream(entry))(_.readAllBytes)
      // quick to say of most jars that they have none
      if String(text, UTF_8).contains(Attribute)
      value <- Option(Manifest(java.io.ByteArrayInputStream(text)).getMainAttributes.getValue(Attribute))
    yield value.trim
end ManifestOrigin
