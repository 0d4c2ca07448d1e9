package eddy.remote.jgroups

import org.jgroups.stack.Protocol
import org.jgroups.{Address, Message}

/** Loses the messages to a member between `begin` and `end`. */
private final class Losing(to: Address) extends Protocol:
  @volatile private var isOn = false
  @volatile var lost = 0

  def begin(): Unit = isOn = true
  def end(): Unit = isOn = false

  override def down(message: Message): AnyRef | Null =
    if isOn && message.getDest == to then
      lost += 1
      null
    else down_prot.down(message)
