package eddy.inference.internal.library

import eddy.inference.internal.bytecode.Conventions
import eddy.inference.internal.classpath.{ClassPlace, ClassTable, IndexFolder}

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path as FilePath
import java.util.Arrays
import java.util.concurrent.CompletableFuture

/** Reads the classes of folders and jars, or what is kept of that in a file. */
private[inference] object ClassTables:
  /** Another one for each change of what is kept. */
  private val Format = "eddy index 4"

  def read(places: IndexedSeq[ClassPlace], library: LibraryModel): ClassTable =
    def isWanted(file: String) =
      file.endsWith(".class") && !file.endsWith("module-info.class") && !file.startsWith("META-INF/") &&
        !library.isLibraryFile(file)
    // functions of the library are too many to say anything
    def isOfInterest(i: String) = i != Conventions.Text && !library.isFunction(i)
    val used = library.keepingClasses
    val reading = places.indices.map: home =>
      CompletableFuture.supplyAsync(() => places(home).read(home, isWanted, isOfInterest, used))
    // Eddy hands none of its maps out
    ClassTable.of(reading.flatMap(_.join).map(e =>
      if e.reorders && library.isOfEddy(e.name) then e.copy(reorders = false) else e
    ))

  /** The same from a file, if one was made of just these jars, with the same facts. */
  def kept(jars: IndexedSeq[ClassPlace], library: LibraryModel): ClassTable =
    IndexFolder.path match
      case Some(folder) if jars.nonEmpty => kept(folder, jars, library)
      case _ => read(jars, library)

  private[inference] def kept(
      folder: FilePath,
      jars: IndexedSeq[ClassPlace],
      library: LibraryModel
  ): ClassTable =
    val key =
      (Format +: library.indexed +: jars.flatMap(_.stamp)).mkString("", "\n", "\n\n").getBytes(UTF_8)
    // two lists with one hash code replace each other's file, which then does not fit
    val file = folder.resolve(f"${Arrays.hashCode(key)}%08x")
    IndexFolder.read(file, key).map(ClassTable(_)).getOrElse:
      val made = read(jars, library)
      IndexFolder.write(file, key, made.toBytes)
      made
end ClassTables
