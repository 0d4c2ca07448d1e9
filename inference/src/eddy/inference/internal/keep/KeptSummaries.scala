package eddy.inference.internal.keep

import eddy.inference.internal.Limits
import eddy.inference.internal.analysis.Analysis
import eddy.inference.internal.classpath.{ClassPath, ClassPlace, FolderStamp, IndexFolder}
import eddy.inference.internal.context.{AnalysisContext, SymbolicSummary}
import eddy.inference.internal.library.LibraryFacts

import java.lang.System.Logger.Level.DEBUG
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path as FilePath}
import java.util.concurrent.ConcurrentHashMap
import java.util.zip.CRC32C
import java.util.{Arrays, HexFormat}
import scala.annotation.tailrec
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** Summaries of one program, in a file. The program is its class path: the path and directory of each jar,
  * the content of the class files in each folder, the JDK, and the options of the inference. Any other
  * program has another file. Any thread.
  *
  * @param added
  *   is notified of each summary that is not in the file, to save it
  */
private[inference] final class KeptSummaries(file: FilePath, program: String, added: KeptSummaries => Unit):
  import KeptSummaries.*

  private val key = s"${SummaryFormat.Version}\n$program\n\n".getBytes(UTF_8)

  // by handler, the newest first
  private lazy val all: ConcurrentHashMap[String, List[KeptSummary]] =
    val found = ConcurrentHashMap[String, List[KeptSummary]]()
    var left = load()
    while left.nonEmpty do
      val one = left.head
      found.put(one.handler, found.getOrDefault(one.handler, Nil) :+ one): Unit
      left = left.tail
    found

  private def load(): List[KeptSummary] =
    try
      IndexFolder.read(file, key) match
        case Some(bytes) => SummaryFormat.read(checked(bytes))
        case None => Nil
    catch
      case NonFatal(e) =>
        System.getLogger("eddy.state").log(DEBUG, s"$file is ignored: $e")
        Nil

  /** The kept summary of this handler that holds for its objects. */
  def find(
      handler: AnyRef,
      context: AnalysisContext
  ): Option[(SymbolicSummary, Option[List[SymbolicSummary]])] =
    try
      LastingName.of(handler, context.repository) match
        case Some(name) => find(all.getOrDefault(name, Nil), handler, context)
        case None => None
    // an object on the way cannot be read: the analysis will say so
    catch case _: LinkageError | NonFatal(_) => None

  @tailrec private def find(
      known: List[KeptSummary],
      handler: AnyRef,
      context: AnalysisContext
  ): Option[(SymbolicSummary, Option[List[SymbolicSummary]])] = known match
    case Nil => None
    case one :: others =>
      one.on(handler, context) match
        case Some(summary) => Some((summary, one.registered))
        case None => find(others, handler, context)

  def keep(handler: AnyRef, own: SymbolicSummary, from: Analysis, registered: Option[Analysis]): Unit =
    for one <- KeptSummary.of(handler, own, from, registered) do
      val _ = all.merge(one.handler, List(one), (before, one) => (one ++ before).take(Limits.Summaries))
      added(this)

  def save(): Unit =
    val content = SummaryFormat.write(all.values.asScala.flatten)
    IndexFolder.write(file, key, checksum(content) ++ content)
end KeptSummaries

private[inference] object KeptSummaries:

  /** Of the program that this JVM runs; none without a folder, for classes that are not on the class path,
    * and with `-Deddy.index.summaries=off`.
    */
  def of(loader: ClassLoader): Option[KeptSummaries] =
    val began = FileTime.fromMillis(System.currentTimeMillis)
    if System.getProperty("eddy.index.summaries") == "off" || (loader ne ClassLoader.getSystemClassLoader)
    then
      None
    else
      (IndexFolder.path, describe()) match
        case (Some(folder), Some(program)) =>
          val saver = SummarySaver(() => !isChanged(began))
          val name = s"summaries-${HexFormat.of.toHexDigits(program.hashCode)}"
          Some(KeptSummaries(folder.resolve(name), program, saver.saveSoon))
        case _ => None

  private val options = List("java.home", "java.vm.version", "jdk.module.path", "eddy.application")

  /** None if a part of the class path cannot be read. */
  private def describe(): Option[String] =
    try
      // loops, as each start runs this once, and each function would be a class that the JVM has to make
      val text = java.lang.StringBuilder()
      var left = options
      while left.nonEmpty do
        text.append(System.getProperty(left.head, "")).append('\n'): Unit
        left = left.tail
      val roots = ClassPath.entries.iterator
      while roots.hasNext do
        val root = roots.next()
        ClassPlace(root).stamp match
          case Some(stamp) => text.append(stamp).append('\n'): Unit
          case None => text.append(root).append(' ').append(FolderStamp.of(root)).append('\n'): Unit
      // facts in folders are no class files
      text.append("facts ").append(LibraryFacts.fingerprint).append('\n'): Unit
      Some(text.toString)
    catch
      case NonFatal(e) =>
        System.getLogger("eddy.state").log(DEBUG, s"nothing is kept of what is inferred: $e")
        None

  /** Files of the class path have changed since. */
  private def isChanged(since: FileTime): Boolean =
    try
      ClassPath.entries.exists: root =>
        if Files.isDirectory(root) then FolderStamp.isChanged(root, since)
        else Files.getLastModifiedTime(root).compareTo(since) > 0
    // one is gone
    catch case NonFatal(_) => true

  private def checksum(content: Array[Byte]): Array[Byte] =
    val sum = CRC32C()
    sum.update(content)
    ByteBuffer.allocate(8).putLong(sum.getValue).array

  /** Without the checksum that stands before it. */
  private def checked(bytes: Array[Byte]): Array[Byte] =
    val content = Arrays.copyOfRange(bytes, 8, bytes.length)
    if !Arrays.equals(checksum(content), Arrays.copyOf(bytes, 8)) then
      throw IllegalStateException("its content is damaged")
    content
end KeptSummaries
