package eddy.launcher.config

import eddy.launcher.Run

/** Nothing that is shown of the configuration shows a secret. */
class SecretsSuite extends eddy.testing.PatientSuite:
  /** Each holds the secret, and what else must still be there to be of use. */
  private val rows = Seq(
    ("trading.database", "jdbc:mariadb://db.example/eddy?user=u&password=S3CRET", "db.example/eddy?user=u"),
    ("trading.database", "jdbc:mariadb://db.example/eddy?password=S3CRET&sslMode=verify", "sslMode=verify"),
    ("trading.database", "jdbc:mariadb://db.example/eddy?PassWord=S3CRET", "db.example/eddy"),
    ("trading.database", "jdbc:mariadb://db.example/eddy?pass%77ord=S3CRET", "db.example/eddy"),
    ("trading.database", "jdbc:mariadb://db.example/eddy?keyStorePassword=S3CRET,x", "db.example/eddy"),
    ("trading.database", "jdbc:mariadb://u:S3CRET@db.example/eddy", "db.example/eddy"),
    ("trading.database", "jdbc:sqlite:eddy.sqlite?password=S3CRET", "eddy.sqlite"),
    ("mediator.address", "redis://:S3CRET@redis.example:6379", "redis.example:6379"),
    ("mediator.address", "redis://u:S3C/S3CRET@redis.example:6379", "redis.example:6379"),
    ("mediator.address", "redis://u:S3C@S3CRET@redis.example:6379", "redis.example:6379"),
    ("mediator.address", "redis://u:S3C,S3CRET@redis.example:6379", "redis.example:6379"),
    (
      "mediator.address",
      "activemq:tcp://amq.example:61616?jms.userName=u&jms.password=S3CRET",
      "jms.userName=u"
    ),
    ("channels.token-keys", "https://u:S3CRET@a.example/keys", "a.example/keys"),
    ("channels.token-keys", "https://a.example/keys?api_key=S3CRET&x=1", "x=1"),
    ("channels.token-keys", "https://a.example/keys?access_token=S3CRET", "a.example/keys"),
    ("tls.key", "-----BEGIN PRIVATE KEY-----S3CRET", "eddy.tls.key")
  )

  test("./eddy config and messages show addresses without passwords and tokens"):
    for (key, value, kept) <- rows do
      val shown = Secrets.shown(s"eddy.$key", s"\"$value\"")
      assert(!shown.contains("S3CRET"), shown)
      assert(s"eddy.$key $shown".contains(kept), shown)
      given Map[String, String] = Map(Keys.variable(s"eddy.$key") -> value)
      val run = Run("config")
      assert(!(run.out + run.err).contains("S3CRET"), s"$value:\n${run.err}")

  test("a value of a key that is named after a secret is not shown, those of files and counts are"):
    for name <- Seq("password", "secret", "token", "api-key", "client-secret", "passphrase") do
      assertEquals(Secrets.shown(s"eddy.x.$name", "\"S3CRET\""), "…", name)
    val visible =
      Seq(
        "eddy.x.password-file" -> "\"/run/secret\"",
        "eddy.tls.key" -> "\"key.pem\"",
        "eddy.x.token" -> "\"none\""
      )
    for (key, value) <- visible do assertEquals(Secrets.shown(key, value), value)

  test("every key that there is is shown with its value"):
    for (key, _) <- Keys.leaves(Layers.reference) do assertEquals(Secrets.shown(key, "\"x\""), "\"x\"", key)

  test("names that log and traces mask are masked in addresses too"):
    for name <- Seq(
        "passcode",
        "keyStorePwd",
        "clientCredentials",
        "jwt",
        "sessionid",
        "auth",
        "secretKey",
        "user[pass]"
      )
    do
      val shown = Secrets.masked(s"jdbc:mariadb://db.example/eddy?a=1&$name=S3CRET")
      assertEquals(shown, s"jdbc:mariadb://db.example/eddy?a=1&$name=…")

  test("a wrong value is refused without the password in it"):
    for (key, value) <- Seq(
        "mediator.address" -> "rediss:://u:S3CRET@redis.example",
        "mediator.address" -> "redis://u:S3CRET@redis example:6379",
        "trading.database" -> "jdbc:postgresql://u:S3CRET@db.example/eddy?password=S3CRET",
        "trading.database" -> "mariadb://db.example/eddy?password=S3CRET"
      )
    do
      given Map[String, String] = Map(Keys.variable(s"eddy.$key") -> value)
      val run = Run("config")
      assertEquals(run.code, 2, run.out)
      assert(!(run.out + run.err).contains("S3CRET"), run.err)
end SecretsSuite
