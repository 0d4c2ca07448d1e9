package eddy.push.jgroups

import eddy.push.KeyFile

import java.nio.file.Path

class JGroupsConfigSuite extends eddy.testing.PatientSuite:
  private def refused(config: => JGroupsConfig): String =
    intercept[IllegalArgumentException](config).getMessage

  test("without TLS it listens where only this machine reaches it, unless the network is said to be safe"):
    assert(refused(JGroupsConfig(bind = "0.0.0.0")).contains("bind = \"0.0.0.0\""))
    val tls = NodeTls(KeyFile(Path.of("a"), "secret"), KeyFile(Path.of("b"), "secret"))
    assert(!JGroupsConfig(bind = "0.0.0.0", tls = Some(tls)).toString.contains("secret"))
    assert(JGroupsConfig(bind = "0.0.0.0", plaintext = true).plaintext)
    assert(JGroupsConfig(bind = "::1").tls.isEmpty)

  test("a wrong value is refused with a message that carries it"):
    assert(refused(JGroupsConfig(cluster = "a b")).contains("\"a b\""))
    assert(refused(JGroupsConfig(port = 0)).contains("port = 0"))
    assert(refused(JGroupsConfig(maxUnsent = 0)).contains("maxUnsent = 0"))
    assert(refused(JGroupsConfig(discovery = Discovery.Hosts(Nil))).contains("no addresses"))
    for wrong <- Seq("host", "host:", ":7800", "host:99999") do
      assert(refused(JGroupsConfig(discovery = Discovery.Hosts(Seq(wrong)))).contains(s"\"$wrong\""), wrong)

  test("a folder that is not there is refused"):
    val none = Path.of("/no/such/folder")
    assert(refused(JGroupsConfig(discovery = Discovery.Folder(none))).contains("/no/such/folder"))

  test("addresses are host:port, also of IPv6"):
    assertEquals(JGroupsConfig.hostAndPort("a.example:7800"), ("a.example", 7800))
    assertEquals(JGroupsConfig.hostAndPort("[::1]:1"), ("::1", 1))
end JGroupsConfigSuite
