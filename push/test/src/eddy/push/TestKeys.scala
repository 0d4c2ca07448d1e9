package eddy.push

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS

/** Key stores for the tests of one suite, made by the JDK's keytool as they are asked for, in a folder that [[close]] removes. */
final class TestKeys:
  val password = "not-a-secret"
  private val folder: Path = Files.createTempDirectory("eddy-test-keys").nn

  /** A key and a certificate, signed by itself.
    * @param host whom it is of
    */
  def key(name: String, host: String = "ip:127.0.0.1,dns:localhost"): Path =
    val store = folder.resolve(s"$name.p12").nn
    if !Files.exists(store) then
      keytool(
        s"-genkeypair -alias $name -keyalg EC -groupname secp256r1 -validity 2 -dname CN=$name -ext san=$host " +
          s"-storetype PKCS12 -storepass $password -keystore $store"
      )
    store

  /** Trusts these. */
  def trust(names: String*): Path =
    val store = folder.resolve(s"trust-${names.mkString("-")}.p12").nn
    if !Files.exists(store) then
      names.foreach: name =>
        val certificate = folder.resolve(s"$name.cer").nn
        keytool(s"-exportcert -alias $name -file $certificate -storepass $password -keystore ${key(name)}")
        keytool(
          s"-importcert -noprompt -alias $name -file $certificate -storetype PKCS12 -storepass $password -keystore $store"
        )
    store

  def close(): Unit =
    folder.toFile.nn.listFiles.nn.foreach(file => Files.delete(file.nn.toPath))
    Files.delete(folder)

  private def keytool(arguments: String): Unit =
    val tool = Path.of(System.getProperty("java.home"), "bin", "keytool")
    val process =
      ProcessBuilder((tool.toString +: arguments.split(" ").toSeq)*).redirectErrorStream(true).start()
    val output = String(process.getInputStream.readAllBytes())
    if !process.waitFor(60, SECONDS) || process.exitValue != 0 then
      throw IllegalStateException(s"$tool failed: $output")
end TestKeys
