package eddy.trading.internal

import eddy.testing.PatientSuite

import java.net.InetAddress

class OrderSourcesSuite extends PatientSuite:
  private def at(address: String) = InetAddress.getByName(address).nn

  test("an IPv4 address is one, and so is an IPv6 network of 64 bits"):
    val sources = new OrderSources(5)
    val one = sources.of(at("192.0.2.1"))
    assert(one eq sources.of(at("192.0.2.1")))
    assert(one ne sources.of(at("192.0.2.2")))
    assert(one eq sources.of(at("::ffff:192.0.2.1")))
    val network = sources.of(at("2001:db8:1:2::1"))
    assert(network eq sources.of(at("2001:db8:1:2:ffff:ffff:ffff:ffff")))
    assert(network ne sources.of(at("2001:db8:1:3::1")))

  test("addresses without open orders are forgotten when there are many; those with some are not"):
    val sources = new OrderSources(5)
    def numbered(n: Int) = sources.of(at(s"10.${n >> 16}.${(n >> 8) & 255}.${n & 255}"))
    val busy = numbered(0)
    busy.entered()
    val idle = numbered(1)
    for n <- 2 to 5000 do numbered(n): Unit
    assert(numbered(0) eq busy)
    assert(numbered(1) ne idle)
end OrderSourcesSuite
