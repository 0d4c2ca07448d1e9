package eddy.chat

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Every limit and every wait of the chat. Checked here, so that a chat never starts on a wrong value.
  *
  * Lengths are in Unicode code points. What a limit does when it is hit stands in docs/chat.md.
  *
  * @param historySize publications that a room keeps, and so how much can be recovered
  * @param historyTtl how long it keeps them, and the ids by which it knows repeated ones
  * @param maxTextLength longest message
  * @param maxNameLength longest name of a person
  * @param maxRoomLength longest name of a room
  * @param maxRooms rooms that people of this node are in at a time, or were in lately (`roomHold`)
  * @param roomsPerAddress of these, how many one address may have opened; with IPv6 its first 64 bits
  * @param maxMembers people in a room at a time, on all nodes; tabs of one person count once
  * @param messagesPerSecond steady rate of messages of one connection
  * @param messageBurst how many may come at once
  * @param commandsPerSecond steady rate of everything a connection sends, typing and pings included
  * @param commandBurst how many of these may come at once
  * @param joinsPerSecond steady rate of joins of one connection, each of which is sent the room's history
  * @param joinBurst how many of these may come at once
  * @param floodTolerance how many refusals for speed a connection may collect before it is cut off; one is
  *   forgiven a
  *   second
  * @param welcomeBytes of the messages for a client that joins a room without a position, about: the newest
  * @param maxBufferedBytes outgoing bytes that wait for a slow client before its connection is closed,
  *   resumable
  * @param maxFrameBytes largest message that is read from a client
  * @param typingExpiry how long "is typing" holds without being repeated
  * @param presenceGrace how long a lost connection may take to come back before the others are told
  * @param nameHold how long the name stays kept for the token after that
  * @param roomHold how long a room that nobody of this node is in any more keeps its place here, and the
  *   names that are kept in it
  * @param joinWithin how long a connection may be open without joining a room; that a room takes long to
  *   answer is not held against it
  * @param allowedOrigins origins, as in `https://example.org`, whose pages may open the WebSocket beside the
  *   server's
  *   own
  */
final case class ChatConfig(
    historySize: Int = 200,
    historyTtl: FiniteDuration = 1.hour,
    maxTextLength: Int = 2000,
    maxNameLength: Int = 24,
    maxRoomLength: Int = 32,
    maxRooms: Int = 200,
    roomsPerAddress: Int = 20,
    maxMembers: Int = 500,
    messagesPerSecond: Double = 4,
    messageBurst: Int = 12,
    commandsPerSecond: Double = 15,
    commandBurst: Int = 45,
    joinsPerSecond: Double = 1,
    joinBurst: Int = 10,
    floodTolerance: Int = 20,
    welcomeBytes: Int = 128 * 1024,
    maxBufferedBytes: Int = 512 * 1024,
    maxFrameBytes: Int = 32 * 1024,
    typingExpiry: FiniteDuration = 6.seconds,
    presenceGrace: FiniteDuration = 6.seconds,
    nameHold: FiniteDuration = 10.minutes,
    roomHold: FiniteDuration = 10.minutes,
    joinWithin: FiniteDuration = 30.seconds,
    allowedOrigins: Set[String] = Set.empty
):
  import ChatConfig.{between, positive}

  between(
    "historySize",
    historySize,
    1,
    10_000,
    "about 200; each connection that joins anew is sent all of it"
  )
  between("maxTextLength", maxTextLength, 1, 20_000, "about 2000")
  between("maxNameLength", maxNameLength, 1, 64, "about 24")
  between("maxRoomLength", maxRoomLength, 1, 60, "about 32; it is part of a channel's name")
  between("maxRooms", maxRooms, 1, 100_000, "about 200; each is a channel")
  between("roomsPerAddress", roomsPerAddress, 1, 100_000, "about a tenth of maxRooms")
  between("maxMembers", maxMembers, 1, 100_000, "about 500; each message is sent to all of them")
  between("messageBurst", messageBurst, 1, 1_000_000, "about three times messagesPerSecond")
  between("commandBurst", commandBurst, 1, 1_000_000, "about three times commandsPerSecond")
  between("joinBurst", joinBurst, 1, 1_000_000, "about ten times joinsPerSecond")
  between("welcomeBytes", welcomeBytes, 1024, 1 << 30, "about 131072")
  between("floodTolerance", floodTolerance, 1, 1_000_000, "about 20")
  between("maxBufferedBytes", maxBufferedBytes, 1024, 1 << 30, "about 524288")
  between("maxFrameBytes", maxFrameBytes, 256, 1 << 20, "about 16 times maxTextLength")
  positive("messagesPerSecond", messagesPerSecond)
  positive("commandsPerSecond", commandsPerSecond)
  positive("joinsPerSecond", joinsPerSecond)
  positive("typingExpiry", typingExpiry)
  positive("presenceGrace", presenceGrace)
  positive("historyTtl", historyTtl)
  positive("nameHold", nameHold)
  positive("roomHold", roomHold)
  positive("joinWithin", joinWithin)
  require(
    maxFrameBytes >= 4 * maxTextLength,
    s"maxFrameBytes = $maxFrameBytes: too small for a text of maxTextLength = $maxTextLength, which may take 4 bytes a " +
      s"code point; give at least ${4 * maxTextLength}, or lower maxTextLength"
  )
  allowedOrigins.foreach: origin =>
    require(
      origin.matches("https?://[^/ ]+"),
      s"allowedOrigins holds \"$origin\": an origin is a scheme, a host and perhaps a port, as in https://example.org"
    )

  /** What clients are told. */
  private[chat] val clientLimits = ClientLimits(
    textLength = maxTextLength,
    nameLength = maxNameLength,
    roomLength = maxRoomLength,
    messagesPerSecond = messagesPerSecond,
    messageBurst = messageBurst,
    typingMillis = typingExpiry.toMillis
  )
end ChatConfig

object ChatConfig:
  private def between(name: String, value: Int, low: Int, high: Int, advice: String): Unit =
    require(value >= low && value <= high, s"$name = $value: must be from $low to $high; $advice is usual")

  private def positive(name: String, value: Double): Unit =
    require(value > 0 && value <= 1e6, s"$name = $value: must be more than 0 and at most 1000000 a second")

  private def positive(name: String, value: FiniteDuration): Unit =
    require(
      value.toMillis >= 1 && value <= 7.days,
      s"$name = $value: must be from 1 millisecond to 7 days, such as \"6 seconds\""
    )
end ChatConfig
