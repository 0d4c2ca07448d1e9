package eddy.bench.chat

class ChatLoadSuite extends eddy.testing.PatientSuite:
  test("everybody says as much, and each message is due to everybody in its sender's room"):
    val load = ChatLoad(connections = 7, messages = 3, rooms = 3)
    for events <- 0L to 21L do
      val said = (0 until 7).map(c => (0L until events).count(load.sender(_) == c).toLong)
      assertEquals((0 until 7).map(load.saidBy(_, events)), said)
      val deliveries =
        (0L until events).map(e => (0 until 7).count(c => load.room(c) == load.room(load.sender(e)))).sum
      assertEquals(load.deliveries(events), deliveries.toLong)

  test("members of a room have seats of their own"):
    val load = ChatLoad(connections = 7, rooms = 3)
    for room <- 0 until 3 do
      val seats = (0 until 7).filter(load.room(_) == room).map(load.seat)
      assertEquals(seats, 0 until load.members(room))

  test("a load that makes no sense is refused with the value"):
    for (make, words) <- Seq[(() => ChatLoad, String)](
        (() => ChatLoad(connections = 0), "connections = 0"),
        (() => ChatLoad(perSecond = -1), "rate = -1"),
        (() => ChatLoad(connections = 5, rooms = 6), "rooms = 6"),
        (() => ChatLoad(textBytes = 3), "size = 3")
      )
    do assert(intercept[IllegalArgumentException](make()).getMessage.contains(words))

  test("a stamp survives the text that carries it, and fills it up"):
    val stamp = Stamp(17, 204, 83746528374L)
    assertEquals(stamp.text(64).length, 64)
    assertEquals(Stamp.of(stamp.text(64)), Some(stamp))

  test("what people write is no stamp"):
    for text <- Seq("", "hello", "1.2", "1.2.3", "a.b.c|", "1.2|3") do assertEquals(Stamp.of(text), None)
end ChatLoadSuite
