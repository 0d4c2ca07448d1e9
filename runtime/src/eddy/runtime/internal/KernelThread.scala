package eddy.runtime.internal

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}

/** The operating system's view of a thread that the JVM calls runnable: whether it waits inside a system call
  * or in native code. Linux reports it in /proc; elsewhere nothing is known.
  */
private[internal] object KernelThread:
  private val Folder = Path.of("/proc/self/task").nn
  private val Self = Path.of("/proc/thread-self").nn

  /** The number of the calling thread, or [[Unknown]]. */
  def ownId: Long =
    try Files.readSymbolicLink(Self).nn.getFileName.toString.toLong
    catch case _: IOException | _: UnsupportedOperationException | _: NumberFormatException => Unknown

  /** Whether that thread of this process waits for something other than a processor; a moment's answer. */
  def waits(id: Long): Boolean =
    id != Unknown &&
      (try
        // pid (name) state …, where the name may hold anything
        val line = String(Files.readAllBytes(Folder.resolve(s"$id/stat")), ISO_8859_1)
        val state = line.charAt(line.lastIndexOf(')') + 2)
        state == 'S' || state == 'D'
      catch case _: IOException | _: IndexOutOfBoundsException => false)

  final val Unknown = -1L
end KernelThread
