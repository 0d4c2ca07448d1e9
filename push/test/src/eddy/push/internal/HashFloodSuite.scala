package eddy.push.internal

import eddy.push.ClientInfo
import eddy.testing.{EqualHashes, PatientSuite}

/** Clients choose names: none that they can choose make a map slow. */
class HashFloodSuite extends PatientSuite:
  private val uses = Seq[(String, Seq[String] => Unit)](
    ("channels with presence", names => fill(Members())(names, _ => "u", identity)),
    ("clients of a channel", names => fill(Members())(names, _ => "u", _ => "c")),
    ("users of a channel", names => fill(Members())(names, identity, _ => "c"))
  )

  private def fill(members: Members)(names: Seq[String], user: String => String, channel: String => String) =
    for name <- names do members.add(channel(name), ClientInfo(name, user(name))): Unit
    for name <- names do members.remove(channel(name), name): Unit

  for (what, use) <- uses do
    test(s"names with equal hashes cost little more than others: $what"):
      val slowdown = EqualHashes.slowdown(20_000)(use)
      assert(slowdown < 30, s"$slowdown times as long")
end HashFloodSuite
