package eddy.remote.internal.record

import eddy.actor.{DeadLetter, ExitReason}
import eddy.remote.RemoteFailure
import eddy.remote.internal.wire.UserText

/** Reasons and exceptions between actors and records. The code of exceptions and reasons is the program's: it
  * may throw, and the other node is notified all the same.
  */
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
        (own.getClass.getName, framesOf(own))
    val cause = UserText.orElse[Throwable | Null](failure.getCause)(_ => null)
    WireFailure(
      name,
      Option(UserText.message(failure)).map(text),
      frames,
      if cause == null || causes == 0 then None else Some(toWire(cause, causes - 1))
    )

  private def framesOf(failure: Throwable): Vector[String] =
    UserText.orElse(failure.getStackTrace.nn.iterator.take(maxFrames).map(text(_)).toVector)(_ =>
      Vector.empty
    )

  def fromWire(failure: WireFailure): RemoteFailure = new RemoteFailure(
    failure.className,
    failure.message.orNull,
    failure.frames,
    failure.cause.map(fromWire(_)).orNull
  )

  def toWire(reason: DeadLetter.Reason): WireLoss = reason match
    case DeadLetter.Reason.Terminated => WireLoss.Terminated
    case DeadLetter.Reason.Overflow => WireLoss.Overflow
    case DeadLetter.Reason.Replaced => WireLoss.Replaced
    case DeadLetter.Reason.Unkeyed => WireLoss.Unkeyed
    case DeadLetter.Reason.Restarted => WireLoss.Restarted
    case DeadLetter.Reason.EngineShutDown => WireLoss.EngineShutDown
    case DeadLetter.Reason.Unreachable => WireLoss.Unreachable
    case DeadLetter.Reason.Unpicklable => WireLoss.Unpicklable
    case DeadLetter.Reason.Unreadable => WireLoss.Unreadable
    case DeadLetter.Reason.TooLarge => WireLoss.TooLarge
    case DeadLetter.Reason.Unmapped => WireLoss.Unmapped

  def fromWire(loss: WireLoss): DeadLetter.Reason = loss match
    case WireLoss.Terminated => DeadLetter.Reason.Terminated
    case WireLoss.Overflow => DeadLetter.Reason.Overflow
    case WireLoss.Replaced => DeadLetter.Reason.Replaced
    case WireLoss.Unkeyed => DeadLetter.Reason.Unkeyed
    case WireLoss.Restarted => DeadLetter.Reason.Restarted
    case WireLoss.EngineShutDown => DeadLetter.Reason.EngineShutDown
    case WireLoss.Unreachable => DeadLetter.Reason.Unreachable
    case WireLoss.Unpicklable => DeadLetter.Reason.Unpicklable
    case WireLoss.Unreadable => DeadLetter.Reason.Unreadable
    case WireLoss.TooLarge => DeadLetter.Reason.TooLarge
    case WireLoss.Unmapped => DeadLetter.Reason.Unmapped

  /** A text of the program's, as records hold it: limited, and without half a character, for which UTF-8 has
    * no form.
    */
  def text(value: Any): String =
    new String(UserText.of(value).take(maxText).getBytes("UTF-8"), "UTF-8")

  private val maxFrames = 32
  private val maxCauses = 8
  private val maxText = 4096
end Reasons
