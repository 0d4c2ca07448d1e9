package eddy.chat.internal

class RoomsSuite extends eddy.testing.PatientSuite:
  test("IPv6 addresses of one network are one"):
    def holder(text: String) = Connection.holder(java.net.InetAddress.getByName(text).nn)
    assertEquals(holder("2001:db8:0:1::1"), holder("2001:db8:0:1:ffff::2"))
    assertNotEquals(holder("2001:db8:0:1::1"), holder("2001:db8:0:2::1"))
    assertNotEquals(holder("10.0.0.1"), holder("10.0.0.2"))
end RoomsSuite
