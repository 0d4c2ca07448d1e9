package eddy.state.inference

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path as FilePath, StandardCopyOption}
import java.util.Arrays
import java.util.concurrent.CompletableFuture
import scala.util.control.NonFatal

/** Reads the classes of folders and jars, or what is kept of that in a file. */
private[inference] object ClassTables:
  /** Names a folder for files of outlines, one for each list of jars: the outlines of thousands of classes
    * take longer to read than all else that a start needs of them. The folder is made where it does not
    * exist.
    */
  private val Property = "eddy.index"

  /** Another one for each change of what is kept. */
  private val Format = "eddy index 3"

  def read(places: IndexedSeq[ClassPlace], library: LibraryModel): ClassTable =
    def isWanted(file: String) =
      file.endsWith(".class") && !file.endsWith("module-info.class") && !file.startsWith("META-INF/") &&
        !library.isLibraryFile(file)
    // functions of the library are too many to say anything
    def isOfInterest(i: String) = i != "java/lang/String" && !library.isFunction(i)
    val used = library.keepingClasses
    val reading = places.indices.map: home =>
      CompletableFuture.supplyAsync(() => places(home).read(home, isWanted, isOfInterest, used))
    ClassTable.of(reading.flatMap(_.join))

  /** The same from a file, if one was made of just these jars, with the same facts. */
  def kept(jars: IndexedSeq[ClassPlace], library: LibraryModel): ClassTable =
    Option(System.getProperty(Property)) match
      case Some(folder) if jars.nonEmpty => kept(FilePath.of(folder), jars, library)
      case _ => read(jars, library)

  private[inference] def kept(
      folder: FilePath,
      jars: IndexedSeq[ClassPlace],
      library: LibraryModel
  ): ClassTable =
    val key =
      (Format +: library.indexed +: jars.flatMap(_.stamp)).mkString("", "\n", "\n\n").getBytes(UTF_8)
    // two lists with one hash code replace each other's file, which then does not fit: see found
    val file = folder.resolve(f"${Arrays.hashCode(key)}%08x")
    found(file, key).getOrElse:
      val made = read(jars, library)
      keep(file, key, made.toBytes)
      made

  private def found(file: FilePath, key: Array[Byte]): Option[ClassTable] =
    try
      val all = if Files.exists(file) then Files.readAllBytes(file) else Array.empty[Byte]
      val fits = all.length > key.length && Arrays.equals(all, 0, key.length, key, 0, key.length)
      Option.when(fits)(ClassTable(Arrays.copyOfRange(all, key.length, all.length)))
    catch case NonFatal(_) => None

  /** Whole, or not at all; without it the next start reads the classes again. */
  private def keep(file: FilePath, key: Array[Byte], table: Array[Byte]): Unit =
    try
      val folder = Files.createDirectories(file.toAbsolutePath.getParent)
      val made = Files.createTempFile(folder, "index", ".new")
      val _ = Files.write(made, key ++ table)
      val _ = Files.move(made, file, StandardCopyOption.REPLACE_EXISTING)
    catch case NonFatal(_) => ()
end ClassTables
