package eddy.web.internal

import eddy.web.Secret

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.security.{GeneralSecurityException, MessageDigest, SecureRandom}
import java.util.Base64
import javax.crypto.spec.{GCMParameterSpec, HKDFParameterSpec, SecretKeySpec}
import javax.crypto.{Cipher, KDF, Mac, SecretKey}

/** @param isOld it was signed with an old key */
private[eddy] final case class SessionCookie(
    values: Map[String, String],
    createdSeconds: Long,
    usedSeconds: Long,
    isOld: Boolean = false
)

/** Sessions as the values of cookies, base64url of
  * {{{
  *   signed: content (any length) | HMAC-SHA256 of the cookie's name, 0 and content (32 bytes)
  *   sealed: nonce (12 bytes) | AES-256-GCM of content, with the cookie's name as associated data
  *   content: seconds of creation (8) | seconds of last use (8) | number (2)
  *            | name and value, each as length (2) and UTF-8
  * }}}
  * The keys for the two come from the secret by HKDF (RFC 5869), each with a label of its own: one never
  * passes for the other.
  */
private[eddy] final class SessionCodec(secrets: Seq[Secret], cookie: String, encrypted: Boolean):
  import SessionCodec.*
  private val keys =
    secrets.map(s => if encrypted then derived(s, "encrypt", "AES") else derived(s, "sign", HmacSha256))
  private val name = cookie.getBytes(UTF_8)

  def write(session: SessionCookie): String =
    val plain = content(session)
    Base64.getUrlEncoder.withoutPadding.encodeToString(
      if encrypted then seal(keys.head, plain) else plain ++ mac(keys.head, plain)
    )

  /** None when it was not written with one of the keys. */
  def read(text: String): Option[SessionCookie] =
    val bytes =
      try Base64.getUrlDecoder.decode(text)
      catch case _: IllegalArgumentException => Array.emptyByteArray
    val opened = keys.iterator.map(key => if encrypted then unseal(key, bytes) else verified(key, bytes))
    opened.zipWithIndex.collectFirst { case (Some(plain), i) => (plain, i) }
      .flatMap((plain, i) => parse(plain).map(_.copy(isOld = i > 0)))

  /** The length of the text that [[write]] returns. */
  def sizeOf(values: Map[String, String]): Int =
    val bytes =
      content(SessionCookie(values, 0, 0)).length + (if encrypted then NonceBytes + TagBytes else MacBytes)
    (bytes * 4 + 2) / 3

  private def verified(key: SecretKey, bytes: Array[Byte]): Option[Array[Byte]] =
    val plain = bytes.dropRight(MacBytes)
    Option.when(MessageDigest.isEqual(mac(key, plain), bytes.takeRight(MacBytes)))(plain)

  private def mac(key: SecretKey, plain: Array[Byte]): Array[Byte] =
    val mac = Mac.getInstance(HmacSha256)
    mac.init(key)
    mac.update(name)
    mac.update(0.toByte)
    mac.doFinal(plain)

  private def seal(key: SecretKey, plain: Array[Byte]): Array[Byte] =
    val nonce = new Array[Byte](NonceBytes)
    random.nextBytes(nonce)
    nonce ++ cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(plain)

  private def unseal(key: SecretKey, bytes: Array[Byte]): Option[Array[Byte]] =
    if bytes.length < NonceBytes + TagBytes then None
    else
      try Some(cipher(Cipher.DECRYPT_MODE, key, bytes.take(NonceBytes)).doFinal(bytes.drop(NonceBytes)))
      catch case _: GeneralSecurityException => None

  private def cipher(mode: Int, key: SecretKey, nonce: Array[Byte]): Cipher =
    val cipher = Cipher.getInstance("AES/GCM/NoPadding")
    cipher.init(mode, key, GCMParameterSpec(TagBytes * 8, nonce))
    cipher.updateAAD(name)
    cipher
end SessionCodec

private[eddy] object SessionCodec:
  private val HmacSha256 = "HmacSHA256"
  private val MacBytes = 32
  private val NonceBytes = 12
  private val TagBytes = 16
  private val random = SecureRandom()

  private def derived(secret: Secret, use: String, algorithm: String): SecretKey =
    val parameters = HKDFParameterSpec.ofExtract.addIKM(SecretKeySpec(secret.bytes, "Generic"))
      .thenExpand(s"eddy session $use".getBytes(UTF_8), 32)
    KDF.getInstance("HKDF-SHA256").deriveKey(algorithm, parameters)

  private def content(session: SessionCookie): Array[Byte] =
    val bytes = ByteArrayOutputStream()
    val out = DataOutputStream(bytes)
    out.writeLong(session.createdSeconds)
    out.writeLong(session.usedSeconds)
    out.writeShort(session.values.size)
    def text(s: String) =
      val encoded = s.getBytes(UTF_8)
      require(encoded.length <= 0xffff, s"a text of ${encoded.length} bytes is too long for a session")
      out.writeShort(encoded.length)
      out.write(encoded)
    session.values.foreach: (name, value) =>
      text(name)
      text(value)
    bytes.toByteArray

  private def parse(content: Array[Byte]): Option[SessionCookie] =
    val in = DataInputStream(ByteArrayInputStream(content))
    def text() = String(in.readNBytes(in.readUnsignedShort()), UTF_8)
    try
      val created = in.readLong()
      val used = in.readLong()
      Some(SessionCookie(Seq.fill(in.readUnsignedShort())(text() -> text()).toMap, created, used))
    catch case _: IOException => None // signed by another version of this code
end SessionCodec
