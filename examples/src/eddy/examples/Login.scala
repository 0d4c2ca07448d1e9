package eddy.examples

import eddy.web.*

import java.security.{MessageDigest, SecureRandom}
import javax.crypto.SecretKeyFactory
import javax.crypto.spec.PBEKeySpec
import scala.concurrent.duration.*

/** A page that knows who is there: a form with a token, a session in a signed cookie, few tries for each address.
  *
  * Try it as ann with the password "correct horse".
  */
object Login:
  private val salt = SecureRandom().generateSeed(16)

  /** Takes long to guess, unlike the password (OWASP's cheat sheet on storing passwords). */
  private def hash(password: String): Array[Byte] =
    val spec = PBEKeySpec(password.toCharArray, salt, 210_000, 256)
    SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded

  private val users = Map("ann" -> hash("correct horse"))
  // for names that do not exist: an answer must not come sooner for them
  private val nobody = hash("")

  private def isUser(name: String, password: String): Boolean =
    MessageDigest.isEqual(hash(password), users.getOrElse(name, nobody)) && users.contains(name)

  private def login(tries: RateLimit) = Routes
    .post("/login"): (request, response) =>
      val name = request.formAs[String]("name")
      if !isUser(name, request.formAs[String]("password")) then
        throw HttpProblem(403, "Name or password is wrong.")
      request.session.clear()
      request.session("user") = name
      response.redirect("/")
    .through(tries)

  private val pages = Routes
    .get("/"): (request, response) =>
      val token = html"""<input type="hidden" name="csrf" value="${Csrf.token(request)}">"""
      request.session.get("user") match
        case Some(name) =>
          response.html(
            html"""<p>Hello, $name!</p><form method="post" action="/logout">$token<button>Leave</button></form>"""
          )
        case None =>
          response.html(
            html"""<form method="post" action="/login">$token<input name="name">
                   <input name="password" type="password"><button>Enter</button></form>"""
          )
    .post("/logout"): (request, response) =>
      request.session.clear()
      response.redirect("/")

  /** @param tries how often an address may try to log in */
  def routes(key: Secret, tries: RateLimit = RateLimit(5, 1.minute, name = "login")): Routes =
    (pages ++ login(tries)).through(SecurityHeaders(), Sessions(key), Csrf(tokens = true))

  def main(args: Array[String]): Unit =
    // sessions end with the program; Secret.env keeps them over a restart
    Server(port = 8080).start(routes(Secret.random())).awaitStop()
end Login
