package eddy.remote.session

import eddy.remote.{Mutations, Pickler, Seeds}
import eddy.testing.{PatientSuite, TestLength}

import scala.util.Random

class PacketSuite extends PatientSuite:
  private val node = Introduction("a", "eddy", 7, Vector("a:1", "a:2"))
  private val nonce = Vector.tabulate[Byte](16)(_.toByte)
  private val packets = Vector(
    Packet.Hello(1, 1, node, nonce),
    Packet.Welcome(1, node, nonce, nonce, 1, true, 5, 2),
    Packet.Refused("no"),
    Packet.Start(1, 2, 3, 4, nonce),
    Packet.Begin(1),
    Packet.Received(9),
    Packet.Ping,
    Packet.Farewell(1, "lost")
  )

  test("packets are read as they were written"):
    for packet <- packets do
      Packet.read(Packet.write(packet)) match
        case Right(read) =>
          assertEquals(Pickler.write[Packet](read).toSeq, Pickler.write[Packet](packet).toSeq)
        case Left(reason) => fail(reason)

  test("a packet of more bytes than the limit is not read"):
    val long = Pickler.write[Packet](Packet.Hello(1, 1, node.copy(name = "x" * Packet.maxBytes), nonce))
    assertEquals(
      Packet.read(long).left.toOption,
      Some(s"a packet has ${long.length} bytes, more than ${Packet.maxBytes}")
    )

  test("a long reason is shortened, so that its packet is read"):
    for packet <- List(Packet.Refused("🙂" * 10_000), Packet.Farewell(2, "x" + "🙂" * 10_000)) do
      val bytes = Packet.write(packet)
      assert(clue(bytes.length) <= Packet.maxBytes)
      assert(Packet.read(bytes).isRight)

  test("mutated bytes are a packet, or not read"):
    Seeds.each(TestLength.rounds(200, 20_000)): random =>
      given Random = random
      val all = packets.map(Pickler.write[Packet](_))
      for _ <- 0 until 500 do
        val bytes = Mutations.of(all(random.nextInt(all.size)), all(random.nextInt(all.size)))
        for packet <- Packet.read(bytes) do assertEquals(Pickler.write[Packet](packet).toSeq, bytes.toSeq)
end PacketSuite
