package eddy.push

import eddy.state.LockPolicy

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What [[Channels]] allow and how they work. Checked at construction: a wrong value is refused with a
  * message that carries it and the remedy.
  *
  * @param namespaces the channels there can be, each with its options; the one with the empty name holds for
  *   names without a namespace
  * @param hooks the application's say
  * @param locks as in [[eddy.web.ServerConfig]], for the hooks and the subscribers of server code: they lose
  *   no update of shared objects. `Unprotected` reads no code and takes no lock, for those that share only
  *   thread-safe objects
  * @param maxChannelBytes length of a channel's name in UTF-8, from 1 to 255
  * @param maxDataBytes length of the data of one publication
  * @param mediatorTimeout how long the mediator may take to answer; then the request fails
  * @param idleTimeout how long a channel's interest is kept when its last subscriber has left: a subscriber
  *   that returns meanwhile gets the publications, also where each node keeps its own history
  * @param maxChannels channels and patterns that have subscribers on this node, or had some lately
  *   (`idleTimeout`); further ones are refused with 111
  * @param historyBytes what the histories of all channels hold in this node's memory, about; beyond it the
  *   oldest publications go, of whichever channel. An eighth of the heap by default. Nodes that share a
  *   [[MemoryService]] share that of the first. Of Redis see `maxmemory` there
  * @param intakeMessages how many publications of a channel may wait for this node to hand them to its
  *   subscribers, before the mediator must wait
  * @param intakeBytes the same in bytes, about
  * @param maxRecovered publications that a client gets again at once. A client that has missed more gets the
  *   rest in pages, or, in a namespace with [[Delivery.Push]], cannot be recovered
  * @param recoverBytes the same in bytes, about
  * @param heartbeat how often each node announces itself to the others; one that was silent for three times
  *   as long is given up, and its clients count as gone
  */
final case class ChannelsConfig(
    namespaces: Seq[Namespace] = Seq(Namespace()),
    hooks: Hooks = Hooks(),
    locks: LockPolicy = LockPolicy.Park,
    maxChannelBytes: Int = 255,
    maxDataBytes: Int = 64 * 1024,
    mediatorTimeout: FiniteDuration = 5.seconds,
    idleTimeout: FiniteDuration = 10.seconds,
    maxChannels: Int = 100_000,
    historyBytes: Long = internal.HistoryBudget.ofHeap,
    intakeMessages: Int = 1024,
    intakeBytes: Int = 4 * 1024 * 1024,
    maxRecovered: Int = 300,
    recoverBytes: Int = 256 * 1024,
    heartbeat: FiniteDuration = 3.seconds
):
  import eddy.web.internal.Checks.{inRange, positive}

  namespaces.groupBy(_.name).foreach: (name, same) =>
    require(same.sizeIs == 1, s"namespace \"$name\" is given ${same.size} times: give each a name of its own")
  inRange("maxChannelBytes", maxChannelBytes, 1, 255, "255 is as long as the mediators' names may be")
  inRange("maxDataBytes", maxDataBytes, 1, 64 * 1024 * 1024, "a publication is held in memory whole")
  inRange("maxChannels", maxChannels, 1, 100_000_000, "each takes some kilobytes")
  require(
    historyBytes >= 1024 * 1024,
    s"historyBytes = $historyBytes: must be at least 1048576; all channels share it"
  )
  inRange("intakeMessages", intakeMessages, 1, 1_000_000, "1024 hides the hops between threads")
  inRange(
    "intakeBytes",
    intakeBytes,
    1024,
    1024 * 1024 * 1024,
    "each channel that is behind may hold as much"
  )
  inRange(
    "maxRecovered",
    maxRecovered,
    1,
    100_000,
    "they are sent in one message; Namespace.recovery switches it off"
  )
  inRange(
    "recoverBytes",
    recoverBytes,
    1024,
    1024 * 1024 * 1024,
    "each client that comes back may hold as much"
  )
  positive("mediatorTimeout", mediatorTimeout)
  positive("heartbeat", heartbeat)
  require(
    idleTimeout.toMillis >= 0,
    s"idleTimeout = $idleTimeout: must not be negative; zero drops the interest at once"
  )
end ChannelsConfig
