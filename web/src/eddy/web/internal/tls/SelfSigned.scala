package eddy.web.internal.tls

import eddy.web.TlsCertificate

import java.nio.file.{Files, Path}
import java.security.GeneralSecurityException
import java.util.concurrent.TimeUnit.SECONDS

/** Certificates for development, by the JDK's keytool. */
private[eddy] object SelfSigned:
  private val Password = "not-a-secret"
  private val Days = 30

  /** Halves the time of keytool, which runs for a moment only. */
  private val quick = Seq("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")

  def make(hosts: Seq[String]): KeyMaterial =
    val folder = Files.createTempDirectory("eddy-tls")
    val store = folder.resolve("store.p12")
    try
      keytool(store, hosts)
      KeyMaterial.load(TlsCertificate.Pkcs12(store, Password))
    finally
      Files.deleteIfExists(store): Unit
      Files.deleteIfExists(folder): Unit

  private def keytool(store: Path, hosts: Seq[String]): Unit =
    val tool = Path.of(System.getProperty("java.home"), "bin", "keytool")
    val names =
      hosts.map(host => if host.forall(c => c.isDigit || c == '.') then s"ip:$host" else s"dns:$host")
    val arguments =
      s"-genkeypair -alias eddy -keyalg EC -groupname secp256r1 -validity $Days -dname CN=${hosts.head} " +
        s"-ext san=${(names :+ "ip:127.0.0.1").distinct.mkString(",")} -storetype PKCS12 -storepass $Password -keystore $store"
    val process =
      ProcessBuilder(((tool.toString +: quick) ++ arguments.split(" "))*).redirectErrorStream(true).start()
    val output = String(process.getInputStream.readAllBytes())
    if !process.waitFor(60, SECONDS) || process.exitValue != 0 then
      throw GeneralSecurityException(s"$tool failed: $output")
end SelfSigned
