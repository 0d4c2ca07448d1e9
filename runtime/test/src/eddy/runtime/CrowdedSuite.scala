package eddy.runtime

import eddy.testing.ChildJvm

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Spare workers do not multiply where processors are scarce: a turn that lasts long since others run does
  * not compute.
  */
class CrowdedSuite extends eddy.testing.PatientSuite:
  /** @param busy threads that compute all the time
    * @param prefix of the command
    * @param quota in thousandths of a processor
    */
  private final case class Crowd(
      name: String,
      busy: Int,
      spares: Int = 1024,
      prefix: List[String] = Nil,
      quota: Option[Int] = None
  )

  private val crowds =
    List(Crowd("beside eight busy threads", busy = 8), Crowd("without spares", busy = 8, spares = 0)) ++
      (if Files.isExecutable(Path.of("/usr/bin/taskset")) then
         List(Crowd(
           "on one processor beside four busy threads",
           busy = 4,
           prefix = List("taskset", "-c", "0")
         ))
       else Nil) ++
      (if Quota.canBeSet then List(Crowd("with a quota of half a processor", busy = 0, quota = Some(500)))
       else Nil)

  for crowd <- crowds do
    test(s"${crowd.name}, units that never block get hardly a spare, and nobody complains"):
      val command =
        crowd.prefix ++ ChildJvm.ofTests("eddy.runtime.Crowded", s"${crowd.busy}", s"${crowd.spares}")
      val child =
        new ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.INHERIT).nn.start().nn
      try
        crowd.quota.foreach(Quota.set(child.pid, _))
        val input = child.getOutputStream.nn
        input.write('\n')
        input.close()
        val output = String(child.getInputStream.nn.readAllBytes()).trim.nn
        val Array(started, reported) = output.split(' ').map(_.toLong): @unchecked
        // a turn may wait for the JVM itself, as for the loading of a class
        assert(started <= 2, s"$started spares")
        assertEquals(reported, 0L)
      finally
        val _ = child.destroyForcibly().nn.waitFor()
        Quota.remove(child.pid)
end CrowdedSuite

/** Limits how much processor time a process may consume, by a control group of its own (version 1). */
private object Quota:
  private val Root = Path.of("/sys/fs/cgroup/cpu").nn
  private val PeriodMicros = 100_000

  def canBeSet: Boolean = Files.isWritable(Root) && Files.exists(Root.resolve("cpu.cfs_quota_us"))

  private def groupOf(pid: Long): Path = Root.resolve(s"eddy-test-$pid").nn

  /** When the process has ended. */
  def remove(pid: Long): Unit = Files.deleteIfExists(groupOf(pid)): Unit

  def set(pid: Long, thousandths: Int): Unit =
    val group = groupOf(pid)
    Files.createDirectories(group)
    Files.writeString(group.resolve("cpu.cfs_period_us"), s"$PeriodMicros")
    Files.writeString(group.resolve("cpu.cfs_quota_us"), s"${PeriodMicros / 1000 * thousandths}")
    Files.writeString(group.resolve("cgroup.procs"), s"$pid"): Unit
