package libraries

import java.lang.Character.UnicodeScript
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, StandardOpenOption}
import java.security.{MessageDigest, SecureRandom}
import java.text.Normalizer
import java.time.format.DateTimeFormatter
import java.time.{Instant, ZoneOffset}
import java.util.concurrent.TimeUnit
import java.util.{Base64, EnumMap, HexFormat}
import javax.crypto.spec.{GCMParameterSpec, PBEKeySpec, SecretKeySpec}
import javax.crypto.{Cipher, Mac, SecretKeyFactory}
import scala.util.Using

enum Role derives CanEqual:
  case Guest, Member, Admin

object CryptoHandlers:
  private val random = new SecureRandom
  private val key = new SecretKeySpec(Array.fill[Byte](16)(1), "AES")

  val pbkdf2: String => String = id =>
    val salt = new Array[Byte](16)
    random.nextBytes(salt)
    val spec = new PBEKeySpec(Users.name(id).toCharArray, salt, 210_000, 256)
    val hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded
    Base64.getEncoder.encodeToString(hash)

  val digest: String => String = id =>
    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Users.name(id).getBytes(UTF_8)))

  val mac: String => String = id =>
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(key)
    HexFormat.of().formatHex(mac.doFinal(Users.name(id).getBytes(UTF_8)))

  val cipher: String => String = id =>
    val nonce = new Array[Byte](12)
    random.nextBytes(nonce)
    val cipher = Cipher.getInstance("AES/GCM/NoPadding")
    cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce))
    Base64.getEncoder.encodeToString(cipher.doFinal(Users.name(id).getBytes(UTF_8)))
end CryptoHandlers

object EnumHandlers:
  val scalaEnum: String => String = id =>
    val role = Role.values.find(_.toString.equalsIgnoreCase(Users.name(id))).getOrElse(Role.Guest)
    role match
      case Role.Admin => "all"
      case other => s"${other.ordinal} ${Role.valueOf("Member")}"

  val javaEnum: String => String = id =>
    val counts = new EnumMap[TimeUnit, Integer](classOf[TimeUnit])
    counts.put(TimeUnit.valueOf("SECONDS"), Users.name(id).length)
    counts.toString

  private val western = Set(UnicodeScript.LATIN, UnicodeScript.GREEK)
  private val forms = Map("short" -> Normalizer.Form.NFC, "long" -> Normalizer.Form.NFD)

  val constants: String => String = id =>
    val form = forms.getOrElse(id, Normalizer.Form.NFKC)
    val name = Normalizer.normalize(Users.name(id), form)
    val scripts = name.codePoints.toArray.map(UnicodeScript.of).distinct
    s"${form.ordinal} ${form.compareTo(Normalizer.Form.NFC)} ${scripts.forall(western.contains)}"
end EnumHandlers

object ThreadHandlers:
  val current: String => String = id =>
    Thread.currentThread match
      case named: NamedThread =>
        named.label = Users.name(id)
        named.label
      case other => s"${other.getName} ${other.isInterrupted} ${Users.name(id)}"

final class NamedThread(task: Runnable, var label: String) extends Thread(task)

object FileHandlers:
  private val folder = Path.of("users")

  val files: String => String = id =>
    val file = folder.resolve(id)
    if Files.exists(file) then Files.readString(file)
    else
      Files.writeString(file, Users.name(id))
      Files.size(file).toString

  val channel: String => String = id =>
    Using.resource(FileChannel.open(folder.resolve(id), StandardOpenOption.CREATE, StandardOpenOption.WRITE)):
      out =>
        out.write(ByteBuffer.wrap(Users.name(id).getBytes(UTF_8))).toString

  val buffer: String => String = id =>
    val buffer = ByteBuffer.allocate(64)
    buffer.put(Users.name(id).getBytes(UTF_8)).flip()
    UTF_8.decode(buffer).toString

object TimeHandlers:
  private val format = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC)

  val now: String => String = id => s"${format.format(Instant.now())} ${Users.name(id)}"
