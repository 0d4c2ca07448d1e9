package eddy.remote.tcp

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.NodeConfig
import eddy.remote.conformance.Machine
import eddy.testing.PatientSuite

import java.util.concurrent.LinkedBlockingQueue
import scala.util.Random

/** The bytes of frames and packets arrive in any pieces. */
class CutBytesSuite extends PatientSuite:
  private def text(length: Int): String =
    String(Array.tabulate(length)(i => ('a' + (i * 7 + length) % 26).toChar))

  for tls <- List(false, true) do
    test(s"messages arrive whole and in order, however the network cuts their bytes${
        if tls then ", with TLS" else ""
      }"):
      val seed = System.nanoTime
      val random = Random(seed)
      val files = if tls then Certificates.member else null
      val a = Machine(NodeConfig("a", Tcp(port = 0, tls = files)))
      val b = Machine(NodeConfig("b", Tcp(port = 0, tls = files)))
      val proxy = CuttingProxy(a.port, seed)
      try
        val arrived = new LinkedBlockingQueue[String]()
        import a.system
        val sink = Arrival.start[String]: one =>
          given Actor[String] = one
          loop:
            react: message =>
              arrived.put(message)
              done
        a.node.register("sink", sink)
        val to = await(await(b.node.connect(proxy.address)).find[String]("sink")).get
        val borders =
          List(0, 1, 2, 127, 128, 505, 512, 32_760, 32_768, 65_530, 65_552, 65_553, 131_072, 300_000) ++
            (8_170 to 8_200) ++ (32_730 to 32_770 by 4)
        val lengths = random.shuffle(
          borders ++ List.fill(300)(random.nextInt(200)) ++ List.fill(5)(random.nextInt(200_000))
        )
        lengths.foreach(length => to ! text(length))
        for length <- lengths do assert(awaitNext(arrived) == text(length), s"length $length, seed $seed")
        assert(proxy.pieces > 200, proxy.pieces)
      finally
        proxy.close()
        b.stop()
        a.stop()
      end try
  end for
end CutBytesSuite
