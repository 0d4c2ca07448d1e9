package eddy.social.internal

import eddy.social.internal.database.{DatabaseUnavailable, PictureStore}
import eddy.social.internal.images.PictureFiles

import java.lang.System.Logger.Level.WARNING
import java.time.Instant
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Await, Future}

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{Gauge, MeterRegistry}

/** Makes the files of pictures and the rows of the database agree: processes die between the two. The row
  * decides. A file without a row for an hour is removed; a row without its files stays, and is reported.
  *
  * @param within how long the database may take for one operation
  */
private[social] final class PictureSweep(
    files: PictureFiles,
    pictures: PictureStore,
    pools: Pools,
    ids: Ids,
    within: FiniteDuration
) extends MeterBinder:
  import PictureSweep.*

  @volatile private var withoutFiles = 0

  /** Runs once. Fails with a [[DatabaseUnavailable]] or an `IOException` if it did not come to its end. */
  def run(now: Instant): Future[Swept] = pools.files.call(sweep(now.minusMillis(Grace.toMillis)))

  /** As [[run]]. The next run, or another node, does the rest after a failure. */
  def runSafely(now: Instant): Unit =
    run(now).failed.foreach {
      case _: DatabaseUnavailable => ()
      case failure => log.log(WARNING, "the sweep of the pictures' files has failed", failure)
    }(using scala.concurrent.ExecutionContext.parasitic)

  private def sweep(before: Instant): Swept =
    val aside = files.removeAside(before)
    if files.belongsTo(await(pictures.owner(ids.next()))) then
      val orphans = files.olderThan(before).grouped(Batch).map(removeOrphans).sum
      withoutFiles = rowsWithoutFiles()
      if withoutFiles > 0 then
        log.log(WARNING, s"$withoutFiles pictures of the database have no files: restore them from a backup")
      Swept(aside, orphans, withoutFiles)
    else
      log.log(WARNING, "the folder of the pictures' files belongs to another database: nothing is removed")
      Swept(aside, 0, 0)

  private def removeOrphans(batch: Seq[String]): Int =
    val orphans = batch.toSet -- await(pictures.existing(batch))
    orphans.foreach(files.remove)
    orphans.size

  private def rowsWithoutFiles(): Int =
    def from(last: String) = await(pictures.idsAfter(last, Batch))
    Iterator.iterate(from(""))(batch => from(batch.last)).takeWhile(_.nonEmpty)
      .map(_.count(!files.has(_))).sum

  // the operations end by themselves within the limit
  private def await[A](operation: Future[A]): A = Await.result(operation, within * 2 + 1.second)

  def bindTo(registry: MeterRegistry): Unit =
    Gauge.builder("eddy.social.pictures.missing", this, (s: PictureSweep) => s.withoutFiles.toDouble)
      .description("pictures of the database without files, by the last sweep").register(registry): Unit
end PictureSweep

private[social] object PictureSweep:
  /** @param aside files that requests have left
    * @param orphans pictures whose files were removed, since they had no row
    * @param withoutFiles rows without files
    */
  final case class Swept(aside: Int, orphans: Int, withoutFiles: Int) derives CanEqual

  // no request takes so long
  private val Grace = 1.hour
  private val Batch = 500
  private val log = System.getLogger("eddy.social")
end PictureSweep
