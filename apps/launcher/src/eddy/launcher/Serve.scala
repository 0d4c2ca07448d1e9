package eddy.launcher

import eddy.landing.Card
import eddy.launcher.config.Settings
import eddy.runtime.StopSignals

import java.io.PrintStream
import java.lang.management.ManagementFactory
import java.util.concurrent.CountDownLatch

/** `./eddy serve`: runs until the process is told to stop, by Ctrl-C (SIGINT) or SIGTERM. */
private[launcher] object Serve:
  def run(settings: Settings, out: PrintStream, err: PrintStream): Int =
    LogFormat.install(settings.logLevel)
    val service = Service.start(settings)
    StopSignals.install(() => stop(service, out), () => err.println(cutShort(service.waitingOrders))): Unit
    out.println(greeting(service.url, service.applications, service.joining ++ service.operators))
    Exposure.warning(settings, service.port, service.operatorsUrl).foreach(err.println)
    service.mediatorAway.foreach(why => err.println(awayWarning(settings, why)))
    out.flush()
    // Whoever ends the process stops the service, and that is the only way out.
    new CountDownLatch(1).await()
    0

  /** @return the exit code, if it is not that of the signal */
  private def stop(service: Service, out: PrintStream): Option[Int] =
    val end = service.stop()
    out.println(ending(end))
    out.flush()
    exitCode(end)

  private[launcher] def cutShort(waiting: Int): String =
    val lost = if waiting > 0 then
      s"; orders and cancellations that were not stored in the database are lost: $waiting"
    else ""
    s"Another signal has ended Eddy before its stop was over$lost."

  private[launcher] def exitCode(end: Service.End): Option[Int] = Option.when(end.lost > 0)(1)

  private[launcher] def ending(end: Service.End): String =
    val cut =
      if end.cutOff > 0 then
        Some(s"connections that did not end in time (eddy.drain) were cut off: ${end.cutOff}")
      else Option.unless(end.isWhole)("what did not end in time (eddy.drain) was cut off")
    val lost = Option.when(end.lost > 0)(
      s"orders and cancellations that were not stored in the database in time are lost: ${end.lost}"
    )
    s"${("Eddy has stopped" +: (cut ++ lost).toSeq).mkString("; ")}."

  private[launcher] def greeting(url: String, applications: Seq[Card], more: Iterable[String]): String =
    val pages = (s"$url/", "what there is") +: applications.map(card =>
      (s"$url${card.href}", card.title.toLowerCase)
    )
    val width = pages.map(_(0).length).max
    val lines = pages.map((page, what) => s"  ${page.padTo(width, ' ')}   $what")
    ((s"Eddy is up$startTime:" +: lines) ++ more :+ "Ctrl-C stops it.").mkString("\n")

  private[launcher] def awayWarning(settings: Settings, why: String): String =
    s"eddy: warning: the mediator ${settings.mediator.shown} cannot be reached ($why); nobody can enter a room until it is there, " +
      "which /ready tells; start it, or choose another with --mediator (memory needs no service)"

  /** Since the JVM began. (The process began with the script, which may have built for minutes.) */
  private def startTime: String =
    f" after ${(System.currentTimeMillis - ManagementFactory.getRuntimeMXBean.getStartTime) / 1000.0}%.2f s"
end Serve
