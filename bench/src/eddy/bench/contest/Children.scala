package eddy.bench.contest

import eddy.bench.ProcessUse

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.concurrent.{ConcurrentHashMap, Executors, TimeUnit}
import scala.jdk.CollectionConverters.*

/** The processes of a run. None outlives the run or this JVM, however that is stopped. While it is open it keeps the
  * machine from running out of memory: the largest of them is killed first.
  *
  * @param keepFree bytes; with less than that available the largest process goes
  * @param available memory of the machine that is to be had now; none when it does not tell
  */
private[bench] final class Children(keepFree: Long, available: () => Option[Long]) extends AutoCloseable:
  private val living = ConcurrentHashMap.newKeySet[Process]()
  private val starved = ConcurrentHashMap.newKeySet[Process]()
  private val hook = new Thread(() => living.forEach(kill(_: @unchecked)))
  private val watch = Executors.newSingleThreadScheduledExecutor(
    Thread.ofPlatform.daemon.name("bench-memory").factory
  )

  def open(): this.type =
    Runtime.getRuntime.addShutdownHook(hook)
    watch.scheduleWithFixedDelay(() => look(), 100, 100, TimeUnit.MILLISECONDS)
    this

  def start(builder: ProcessBuilder): Process =
    val process = builder.start()
    living.add(process)
    process.onExit.thenAccept(p => living.remove(p): Unit)
    offerToKernel(process)
    process

  /** Whether it was killed since memory was running out. */
  def wasStarved(process: Process): Boolean = starved.contains(process)

  def kill(process: Process): Unit =
    // Asked before, as they are nobody's when it has ended; and ended after it, or it would say that it lost them.
    val below = process.descendants.toList
    val _ = process.destroyForcibly()
    below.forEach(p => p.destroyForcibly(): Unit)

  override def close(): Unit =
    watch.shutdownNow()
    living.forEach(kill(_))
    try Runtime.getRuntime.removeShutdownHook(hook): Unit
    catch case _: IllegalStateException => () // the JVM is going down and runs the hook itself

  private def look(): Unit =
    if available().exists(_ < keepFree) then
      val sizes = living.asScala.toSeq.map(p => p -> ProcessUse.of(p.pid).fold(0L)(_.bytes))
      for (largest, _) <- sizes.maxByOption(_(1)) do
        starved.add(largest)
        kill(largest)

  /** Should the machine run out of memory all the same, the kernel ends a contender rather than anything else. */
  private def offerToKernel(process: Process): Unit =
    try
      val score = Path.of(s"/proc/${process.pid}/oom_score_adj")
      if Files.exists(score) then
        val _ = Files.writeString(score, "1000")
    catch
      case _: IOException => () // it has ended already, or may not be written to: only a precaution is lost
end Children

private[bench] object Children:
  /** For this machine: a twentieth of its memory stays free, half a gigabyte at least. */
  def ofThisMachine: Children =
    Children(math.max(1L << 29, ProcessUse.memoryBytes.getOrElse(0L) / 20), () => ProcessUse.availableBytes)
