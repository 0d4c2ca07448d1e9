package eddy.testing

import java.net.{BindException, InetAddress, ServerSocket}
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue, ThreadLocalRandom}
import scala.annotation.tailrec

/** A port of this machine that nobody listens on, for a program that must know its port before it starts. Below those that the system
  * gives to connections: one of these may take a port between the look and the start, or while the program is away for a moment.
  * Nor does another of these processes get it before this one has ended.
  */
object FreePort:
  // a file that is opened twice loses its lock when it is closed once
  private val tried = ConcurrentHashMap.newKeySet[Int]()
  // held to the process's end
  private val held = new ConcurrentLinkedQueue[FileChannel]()

  @tailrec def any(): Int =
    val port = 20_000 + ThreadLocalRandom.current.nextInt(12_000)
    if claim(port) && isFree(port) then port else any()

  /** Whether this call has it for this process: by a lock, which the system takes back when the process has ended. */
  private[testing] def claim(port: Int): Boolean = tried.add(port) && lock(s"$port")

  private def lock(name: String): Boolean =
    val folder =
      Path.of(System.getProperty("java.io.tmpdir"), s"eddy-ports-${System.getProperty("user.name")}")
    val file = FileChannel.open(Files.createDirectories(folder).resolve(name), CREATE, WRITE)
    val mine = file.tryLock() != null
    if mine then held.add(file): Unit else file.close()
    mine

  private def isFree(port: Int): Boolean =
    try
      ServerSocket(port, 1, InetAddress.getLoopbackAddress).close()
      true
    catch case _: BindException => false
end FreePort
