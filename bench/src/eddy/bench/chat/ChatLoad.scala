package eddy.bench.chat

/** How much is sent through the chat room. Checked here.
  *
  * @param connections people, one WebSocket each, spread evenly over the rooms
  * @param messages that each of them says while it is measured
  * @param perSecond messages a second of all of them together
  * @param rooms each message goes to all `connections / rooms` members of its sender's room
  * @param warmupSeconds load at the same rate before that, which is checked but not timed
  * @param textBytes length of a message's text
  */
final case class ChatLoad(
    connections: Int = 200,
    messages: Int = 150,
    perSecond: Double = 1000,
    rooms: Int = 20,
    warmupSeconds: Int = 10,
    textBytes: Int = 64
):
  require(connections >= 1 && connections <= 50_000, s"connections = $connections: must be from 1 to 50000")
  require(
    messages >= 1 && messages <= 10_000_000,
    s"messages = $messages: must be from 1 to 10000000 a connection"
  )
  require(
    perSecond > 0 && perSecond <= 1e6,
    s"rate = $perSecond: must be more than 0 and at most 1000000 a second"
  )
  require(
    rooms >= 1 && rooms <= connections,
    s"rooms = $rooms: must be from 1 to the number of connections, which is $connections"
  )
  require(
    warmupSeconds >= 0 && warmupSeconds <= 3600,
    s"warmup = $warmupSeconds: must be from 0 to 3600 seconds"
  )
  require(textBytes >= 48 && textBytes <= 2000, s"size = $textBytes: must be from 48 to 2000 bytes")

  def measured: Long = connections.toLong * messages

  def warmup: Long = (perSecond * warmupSeconds).toLong

  def room(connection: Int): Int = connection % rooms

  /** Place of a connection among the members of its room. */
  def seat(connection: Int): Int = connection / rooms

  def members(room: Int): Int = connections / rooms + (if room < connections % rooms then 1 else 0)

  /** Event `i` of the run is said by this connection, as its message [[number]]. */
  def sender(event: Long): Int = (event % connections).toInt

  def number(event: Long): Long = event / connections

  /** How many messages `connection` has said once `events` have been sent. */
  def saidBy(connection: Int, events: Long): Long =
    events / connections + (if connection < events % connections then 1 else 0)

  /** Deliveries that the first `events` messages must have: one to each member of the sender's room. */
  def deliveries(events: Long): Long =
    (0 until rooms).map(r => (r until connections by rooms).map(saidBy(_, events)).sum * members(r)).sum

  def words: String =
    val each = if connections % rooms == 0 then s"${connections / rooms}"
    else s"${connections / rooms} or ${connections / rooms + 1}"
    f"$connections connections in $rooms rooms ($each each), $perSecond%.0f messages/s of $textBytes bytes for " +
      f"${measured / perSecond}%.0f s after $warmupSeconds s of warm-up"
end ChatLoad
