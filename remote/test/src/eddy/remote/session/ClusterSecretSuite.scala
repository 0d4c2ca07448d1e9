package eddy.remote.session

import eddy.testing.PatientSuite

class ClusterSecretSuite extends PatientSuite:
  private val secret = ClusterSecret("0123456789abcdef".getBytes("UTF-8"))
  private val node = Introduction("a", "eddy", 7, Vector("a:1"))
  private val hello = new Packet.Hello(1, 2, node, Vector(1))
  private val welcome =
    new Packet.Welcome(1, node.copy(name = "b", incarnation = 8), Vector(2), Vector.empty, 3, true, 4, 5)
  private val start = new Packet.Start(3, 4, 5, 6, Vector.empty)

  test("a proof covers all that both ends have said"):
    val proofs = Seq(
      secret.proof("dialer", hello, welcome, start),
      secret.proof("acceptor", hello, welcome, start),
      secret.proof("dialer", hello.copy(oldest = 0), welcome, start),
      secret.proof("dialer", hello.copy(newest = 3), welcome, start),
      secret.proof("dialer", hello.copy(nonce = Vector(3)), welcome, start)
    ) ++ List(
      node.copy(name = "c"),
      node.copy(cluster = "c"),
      node.copy(incarnation = 9),
      node.copy(addresses = Vector("a:2"))
    ).map(other => secret.proof("dialer", hello.copy(node = other), welcome, start)) ++ List(
      welcome.copy(version = 2),
      welcome.copy(node = node),
      welcome.copy(nonce = Vector(3)),
      welcome.copy(number = 9),
      welcome.copy(isOpen = false),
      welcome.copy(received = 9),
      welcome.copy(connections = 9)
    ).map(secret.proof("dialer", hello, _, start)) ++ List(
      start.copy(number = 9),
      start.copy(received = 9),
      start.copy(first = 9),
      start.copy(connection = 9)
    ).map(secret.proof("dialer", hello, welcome, _)) :+
      ClusterSecret("0123456789abcdeF".getBytes("UTF-8")).proof("dialer", hello, welcome, start)
    assertEquals(proofs.distinct.size, proofs.size)
    assert(secret.accepts(proofs.head, secret.proof("dialer", hello, welcome, start)))
    assert(!secret.accepts(proofs.head, proofs(1)))

  test("a secret of fewer than 16 bytes is rejected"):
    val refusal = intercept[IllegalArgumentException](ClusterSecret(new Array[Byte](15)))
    assert(clue(refusal.getMessage).contains("15 bytes: must have at least 16"))
end ClusterSecretSuite
