package eddy.push.activemq

import eddy.push.activemq.internal.Addresses

class AddressesSuite extends eddy.testing.PatientSuite:
  test("one address is tried again and again"):
    val one = Addresses("tcp://a:61616?soTimeout=5")
    assertEquals(Vector.fill(2)(one.turn()), Vector.fill(2)("tcp://a:61616?soTimeout=5"))

  test("several are tried in turn, in their order or shuffled"):
    val ordered = Addresses("failover:(tcp://a:1, ssl://b:2)?randomize=false")
    assertEquals(Vector.fill(3)(ordered.turn()), Vector("tcp://a:1", "ssl://b:2", "tcp://a:1"))
    val shuffled = Addresses("failover:(tcp://a:1,tcp://b:2,tcp://c:3)")
    assertEquals(Vector.fill(3)(shuffled.turn()).toSet, Set("tcp://a:1", "tcp://b:2", "tcp://c:3"))

  test("a URI that names no broker says what is wrong and what to write"):
    Vector("", "vm://x", "tcp://a", "a:1", "failover:()", "failover:(http://a:1)", "tcp://a b:1").foreach:
      uri =>
        val refused = intercept[IllegalArgumentException](Addresses(uri))
        assert(refused.getMessage.contains("uri = "), refused.getMessage)

  test("options of another failover are refused by name"):
    val refused =
      intercept[IllegalArgumentException](Addresses("failover:(tcp://a:1)?maxReconnectAttempts=3"))
    assert(refused.getMessage.contains("maxReconnectAttempts=3"), refused.getMessage)
    assert(refused.getMessage.contains("reconnectMost"), refused.getMessage)
end AddressesSuite
