package eddy.inference.internal.classpath

import java.io.{File, IOException}
import java.net.URI
import java.nio.file.{Files, Path as FilePath}
import java.util.concurrent.ConcurrentHashMap
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
        .map(FilePath.of(_)).filter(Files.exists(_)).map(real).distinct
    if rootOf(getClass).forall(listed.contains) then listed else withManifests(listed)

  private lazy val roots = entries.toSet

  /** One of the [[entries]]. Others are those of manifests where Eddy comes from elsewhere, of modules and
    * agents.
    */
  def isEntry(root: FilePath): Boolean = roots(root)

  /** Links are followed, as class loaders do. */
  private def real(file: FilePath): FilePath =
    try file.toRealPath()
    catch case _: IOException => file.toAbsolutePath.normalize

  /** The folder or jar that the class comes from; none for classes of the JDK and generated ones. */
  def rootOf(c: Class[?]): Option[FilePath] =
    for
      domain <- Option(c.getProtectionDomain)
      source <- Option(domain.getCodeSource)
      url <- Option(source.getLocation)
      root <- rootAt(url.toString)
    yield root

  /** The same by its address. */
  def rootAt(address: String): Option[FilePath] = known.computeIfAbsent(
    address,
    _ => Option.when(address.startsWith("file:"))(real(FilePath.of(URI(address))))
  )
  private val known = ConcurrentHashMap[String, Option[FilePath]]()

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
      yield real(FilePath.of(uri))
    // neither a jar nor an address: the JVM ignores it too
    catch case NonFatal(_) => Nil
end ClassPath
