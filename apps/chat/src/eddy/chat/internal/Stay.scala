package eddy.chat.internal

import eddy.push.{Channels, ClientInfo, Subscription}

import scala.collection.mutable

/** What a room's actor has in its channels: its subscriptions, and its connections' presence. Whoever watches the actor gives all of it back when
  * it has ended, in whatever way. Any thread.
  */
private[chat] final class Stay(channels: Channels, channel: String):
  // all guarded by this
  private var isOver = false
  private val subscriptions = mutable.ArrayBuffer.empty[Subscription]
  private val clients = mutable.HashMap.empty[String, ClientInfo]

  def hold(subscription: Subscription): Unit = synchronized:
    if isOver then subscription.close() else subscriptions.addOne(subscription): Unit

  def enter(who: ClientInfo): Unit = synchronized:
    if !isOver && clients.put(who.client, who).isEmpty then channels.enter(channel, who)

  def leave(client: String): Unit = synchronized:
    clients.remove(client).foreach(channels.leave(channel, _))

  def end(): Unit = synchronized:
    isOver = true
    subscriptions.foreach(_.close())
    clients.valuesIterator.foreach(channels.leave(channel, _))
    clients.clear()
end Stay
