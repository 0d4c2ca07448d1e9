package eddy.web.internal

import eddy.state.spi.HandlerUnit

/** The first handler of a request, or a handler of a WebSocket, whose route has proved short, on its way to
  * run on the I/O thread.
  */
private[eddy] final class ShortEvent(unit: HandlerUnit, profile: RouteProfile) extends IoLoop.ShortRun:
  def runHere(): Unit = unit.runHere()
  def runElsewhere(): Unit = unit.runElsewhere()
  def hasHelp: Boolean = unit.hasIdleWorker
  def tooLong(): Unit = profile.strike()
