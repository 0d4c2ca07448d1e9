package eddy.bench.trading.workload

import eddy.bench.contest.{Contest, Findings, Sheet}
import eddy.bench.trading.EddyTimes
import eddy.bench.web.load.PatientLoop
import eddy.bench.web.run.{Course, Heap, Launch, Stand, WebWorkload}

import java.nio.file.{Files, Path}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** What an order costs the disk with the embedded database, in an everyday load and in a crowd. Of Eddy
  * alone: it has one.
  */
private[bench] final class OnDisk(rows: Seq[ArticleRow] = OnDisk.rows) extends WebWorkload:
  def name: String = "disk"
  def about: String = "Eddy with its embedded database: bytes on disk and syncs an order"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val folder = Files.createTempDirectory(course.fleet.folder, "embedded")
    val words =
      Seq("engines=8", s"products=${(rows.size + 1) * Orders.products}", s"embedded=$folder/trading.sqlite")
    val launch = Launch(course.cores, Heap.Roomy, all = words)
    try
      for stand <- course.stands(sheet, launch, Nil, of = _.name == Contest.eddy) do
        // its log has its full size afterwards
        course.guarded(sheet, stand)(load(course, stand, rows.last, rows.size)(course.effort.warm)): Unit
        for (row, n) <- rows.zipWithIndex do
          course.guarded(sheet, stand)(take(course, sheet, stand, folder, row, n)): Unit
    finally course.fleet.close()
    sheet.findings

  private def take(
      course: Course,
      sheet: Sheet,
      stand: Stand,
      folder: Path,
      row: ArticleRow,
      number: Int
  ): Unit =
    course.say(s"${stand.name}, embedded, ${row.clients} clients")
    def now = (EddyTimes.stored(stand), OnDisk.sizeOf(folder), stand.writtenBytes)
    val (before, size, written) = now
    load(course, stand, row, number)(course.effort.open)
    val (after, sizeAfter, writtenAfter) = now
    for (from, to) <- before.zip(after) do
      val stored = math.max(1, to.stored - from.stored)
      val at = s"${row.clients} clients, ${row.pause.toMillis} ms"
      sheet.add(
        stand.name,
        at,
        "on the disk",
        "bytes/order",
        more = false,
        (sizeAfter - size).toDouble / stored
      )
      sheet.add(
        stand.name,
        at,
        "written",
        "bytes/order",
        more = false,
        (writtenAfter - written).toDouble / stored
      )
      sheet.add(
        stand.name,
        at,
        "syncs",
        "/order",
        more = false,
        (to.commits - from.commits).toDouble / stored
      )
    end for
  end take

  private def load(course: Course, stand: Stand, row: ArticleRow, number: Int)(time: FiniteDuration): Unit =
    val orders = new Orders(number * Orders.products)
    val loop = new PatientLoop(course.client, stand.port, row.clients, row.pause, () => orders.next())
    val _ = loop.run(100.millis, time)(())
    val _ = stand.settles(10.seconds)
end OnDisk

private[bench] object OnDisk:
  val rows: Seq[ArticleRow] = Seq(ArticleRow(50.millis, 10), ArticleRow(5.millis, 100))

  /** Of the database and its log, as a kill would leave them. */
  private def sizeOf(folder: Path): Long = Using.resource(Files.list(folder)): files =>
    files.iterator.asScala.filterNot(_.toString.endsWith("-shm")).map(Files.size).sum
