package eddy.push

import eddy.push.internal.KeyStores
import eddy.testing.Waits

import java.io.File
import java.nio.file.{Files, Path}
import java.security.KeyStore
import java.util.concurrent.TimeUnit.SECONDS
import javax.net.ssl.SSLContext
import scala.util.Using

/** Key stores for the tests of one suite, made as they are asked for, in a folder that [[close]] removes. The
  * keys are the JDK's keytool's.
  */
final class TestKeys:
  val password = "not-a-secret"
  // null until a key was asked for
  private var made: Path | Null = null

  private def folder: Path =
    val known = made
    if known != null then known
    else
      val fresh = Files.createTempDirectory("eddy-test-keys")
      made = fresh
      fresh

  /** A key and a self-signed certificate.
    * @param host whom it is of
    */
  def key(name: String, host: String = "ip:127.0.0.1,dns:localhost"): Path =
    val store = folder.resolve(s"$name.p12")
    if !Files.exists(store) then
      keytool(
        s"-genkeypair -alias $name -keyalg EC -groupname secp256r1 -validity 2 -dname CN=$name -ext san=$host " +
          s"-storetype PKCS12 -storepass $password -keystore $store"
      )
    store

  /** Trusts these. */
  def trust(names: String*): Path =
    val store = folder.resolve(s"trust-${names.mkString("-")}.p12")
    if !Files.exists(store) then
      val trusted = KeyStore.getInstance("PKCS12")
      trusted.load(null, null)
      names.foreach: name =>
        val own = KeyStore.getInstance(key(name).toFile, password.toCharArray)
        trusted.setCertificateEntry(name, own.getCertificate(name))
      Using.resource(Files.newOutputStream(store))(trusted.store(_, password.toCharArray))
    store

  /** As a mediator makes it of these stores. */
  def context(trusts: KeyFile, shows: KeyFile): SSLContext = KeyStores.context(trusts, Some(shows))

  def close(): Unit =
    val known = made
    if known != null then
      known.toFile.listFiles.foreach((file: File) => Files.delete(file.toPath))
      Files.delete(known)

  private def keytool(arguments: String): Unit =
    val tool = Path.of(System.getProperty("java.home"), "bin", "keytool")
    // it runs for a moment only
    val quick = Seq("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")
    val process =
      ProcessBuilder(((tool.toString +: quick) ++ arguments.split(" "))*).redirectErrorStream(true).start()
    val output = String(process.getInputStream.readAllBytes())
    if !process.waitFor(Waits.LimitSeconds, SECONDS) || process.exitValue != 0 then
      throw IllegalStateException(s"$tool failed: $output")
end TestKeys
