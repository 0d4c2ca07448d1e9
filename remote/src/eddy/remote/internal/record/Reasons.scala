package eddy.remote.internal.record

import eddy.actor.{DeadLetter, ExitReason}
import eddy.remote.RemoteFailure

/** Reasons and exceptions between actors and records. */
private[remote] object Reasons:
  def toWire(reason: ExitReason): WireReason = reason match
    case ExitReason.Normal => WireReason.Normal
    case ExitReason.Killed => WireReason.Killed
    case ExitReason.Shutdown => WireReason.Shutdown
    case ExitReason.NoActor => WireReason.NoActor
    case ExitReason.Failed(cause) => WireReason.Failed(toWire(cause))
    case ExitReason.Because(value) => WireReason.Because(text(value))
    case ExitReason.NodeLost(node) => WireReason.NodeLost(node)

  def fromWire(reason: WireReason): ExitReason = reason match
    case WireReason.Normal => ExitReason.Normal
    case WireReason.Killed => ExitReason.Killed
    case WireReason.Shutdown => ExitReason.Shutdown
    case WireReason.NoActor => ExitReason.NoActor
    case WireReason.Failed(failure) => ExitReason.Failed(fromWire(failure))
    case WireReason.Because(text) => ExitReason.Because(text)
    case WireReason.NodeLost(node) => ExitReason.NodeLost(node)

  def toWire(failure: Throwable): WireFailure = toWire(failure, maxCauses)

  private def toWire(failure: Throwable, causes: Int): WireFailure =
    val (name, frames) = failure match
      case remote: RemoteFailure => (remote.className, remote.frames)
      case own =>
        (own.getClass.getName, own.getStackTrace.iterator.take(maxFrames).map(f => text(f)).toVector)
    val cause = failure.getCause
    WireFailure(
      name,
      Option(failure.getMessage).map(text),
      frames,
      if cause == null || causes == 0 then None else Some(toWire(cause, causes - 1))
    )

  def fromWire(failure: WireFailure): RemoteFailure = new RemoteFailure(
    failure.className,
    failure.message.orNull,
    failure.frames,
    failure.cause.map(fromWire(_)).orNull
  )

  def toWire(reason: DeadLetter.Reason): WireLoss = WireLoss.valueOf(reason.toString)
  def fromWire(loss: WireLoss): DeadLetter.Reason = DeadLetter.Reason.valueOf(loss.toString)

  // UTF-8 has no form for half a character
  private def text(value: Any): String =
    val whole =
      try String.valueOf(value)
      catch case _: Exception => s"a ${value.getClass.getName}"
    val limited = whole.take(maxText)
    new String(limited.getBytes("UTF-8"), "UTF-8")

  private val maxFrames = 32
  private val maxCauses = 8
  private val maxText = 4096
end Reasons
