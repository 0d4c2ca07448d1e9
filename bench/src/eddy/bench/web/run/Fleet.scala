package eddy.bench.web.run

import eddy.bench.contest.{Children, Fault}

import java.io.IOException
import java.nio.file.Path
import scala.concurrent.duration.DurationInt

/** The contenders' servers, side by side. They stay up from workload to workload for as long as those want them launched in
  * the same way.
  */
private[bench] final class Fleet(
    val contenders: Seq[WebContender],
    val children: Children,
    val folder: Path
) extends AutoCloseable:
  /** Hears what is being done. */
  var status: String => Unit = _ => ()

  private var standing = Vector.empty[Stand]
  private var launched: Option[Launch] = None

  /** Those of `of` that can be started so; of the others, why not. */
  def at(
      launch: Launch,
      of: Seq[WebContender] = contenders
  ): (stands: Seq[Stand], faults: Seq[(String, Fault)]) =
    if !launched.contains(launch) then close()
    launched = Some(launch)
    val (living, dead) = standing.partition(_.isAlive)
    dead.foreach(_.close())
    val begun = of.filterNot(c => living.exists(_.contender == c)).map: contender =>
      status(s"starting ${contender.name}")
      try Right(Stand.start(contender, launch, children, folder))
      catch case e: IOException => Left(contender.name -> Fault.Broken(s"did not start: ${e.getMessage}"))
    val started = begun.flatMap(_.toOption)
    val silent = started.flatMap: stand =>
      status(s"waiting for ${stand.name}")
      stand.ready(2.minutes).map(stand -> _)
    silent.foreach((stand, _) => stand.close())
    standing = living ++ started.filterNot(s => silent.exists(_(0) eq s))
    val faults = begun.flatMap(_.left.toOption) ++ silent.map((stand, fault) => stand.name -> fault)
    (of.flatMap(c => standing.find(_.contender == c)), faults)
  end at

  /** Another of the same contenders, with no server yet. */
  def another(): Fleet =
    val other = new Fleet(contenders, children, folder)
    other.status = status
    other

  /** A server that cannot be used any more; another is started when it is wanted again. */
  def drop(stand: Stand): Unit =
    stand.close()
    standing = standing.filterNot(_ eq stand)

  override def close(): Unit =
    standing.foreach(_.close())
    standing = Vector.empty
end Fleet
