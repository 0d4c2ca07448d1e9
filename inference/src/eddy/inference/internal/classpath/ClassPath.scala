package eddy.inference.internal.classpath

import java.io.File
import java.net.URI
import java.nio.file.{Files, Path as FilePath}
import java.util.jar.{Attributes, JarFile}
import scala.collection.mutable
import scala.util.Using
import scala.util.control.NonFatal

/** The class path that this JVM was started with. */
private[inference] object ClassPath:
  /** Existing folders and jars in their order. Those that a jar's manifest adds are included where Eddy
    * itself comes from such a jar, as in `java -jar app.jar`; reading the manifests of all jars takes time
    * otherwise.
    */
  lazy val entries: Vector[FilePath] =
    val listed =
      System.getProperty("java.class.path", "").split(File.pathSeparator).toVector.filter(_.nonEmpty)
        .map(e => FilePath.of(e).toAbsolutePath.normalize).filter(Files.exists(_)).distinct
    if rootOf(getClass).forall(listed.contains) then listed else withManifests(listed)

  /** The folder or jar that the class comes from; none for classes of the JDK and generated ones. */
  def rootOf(c: Class[?]): Option[FilePath] =
    for
      domain <- Option(c.getProtectionDomain)
      source <- Option(domain.getCodeSource)
      url <- Option(source.getLocation)
      if url.getProtocol == "file"
    yield FilePath.of(url.toURI).toAbsolutePath.normalize

  private def withManifests(listed: Vector[FilePath]): Vector[FilePath] =
    val found = mutable.LinkedHashSet[FilePath]()
    def visit(root: FilePath): Unit =
      if Files.exists(root) && found.add(root) && Files.isRegularFile(root) then added(root).foreach(visit)
    listed.foreach(visit)
    found.toVector

  /** Addresses relative to the jar (JAR file specification, "Class-Path attribute"). */
  private def added(jar: FilePath): List[FilePath] =
    try
      val listed = Using.resource(JarFile(jar.toFile)): file =>
        Option(file.getManifest).flatMap(m =>
          Option(m.getMainAttributes.getValue(Attributes.Name.CLASS_PATH))
        )
      for
        address <- listed.toList.flatMap(_.split(" ")).filter(_.nonEmpty)
        uri = jar.toUri.resolve(URI(address))
        if uri.getScheme == "file"
      yield FilePath.of(uri).normalize
    // neither a jar nor an address: the JVM ignores it too
    catch case NonFatal(_) => Nil
end ClassPath
