package eddy.social.internal

import eddy.social.SocialConfig
import eddy.social.internal.Wire.given
import eddy.social.internal.database.{UserState, UserStore}
import eddy.web.{Body, Csrf, RateLimit, Request, Response, Routes}

import java.net.URLEncoder
import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.duration.DurationInt

private[social] object UserRoutes:
  // a name and a password, escaped
  private val MaxBytes = 16 * 1024

  def apply(config: SocialConfig, signUp: SignUp, users: UserStore): Routes =
    val limit = RateLimit(config.signUpsPerHour, per = 1.hour, name = "sign-up")
    Routes.post("/user", Body.Whole(MaxBytes))(create(config, signUp)).through(Csrf(), limit)
      .get("/user/:name")(show(users))

  private def show(users: UserStore)(request: Request, response: Response): Unit =
    Answers.complete(response, users.byKey(UserName.keyOf(request.path("name")))):
      case Some(user) if user.state == UserState.Active => response.json(Wire.User(user.id, user.name))
      case _ => Answers.send(response, Problem(404, "There is no user of that name."))

  private def create(config: SocialConfig, signUp: SignUp)(request: Request, response: Response): Unit =
    Answers.refusing(response):
      val fields = request.json[JsonFields]
      val name = UserName.of(fields.text(SignUp.Username), config).fold(wrong(SignUp.Username), identity)
      val password = fields.text(SignUp.Password)
      checkPassword(config, password)
      Answers.complete(response, signUp(name, password)): user =>
        // relative, since the routes may be mounted anywhere
        response.status(201).header("Location", s"user/${encoded(user.name)}")
          .json(Wire.User(user.id, user.name))

  private def encoded(segment: String) = URLEncoder.encode(segment, UTF_8).nn.replace("+", "%20")

  private def checkPassword(config: SocialConfig, password: String): Unit =
    val length = password.codePointCount(0, password.length)
    if length < config.minPasswordLength || length > config.maxPasswordLength then
      wrong(SignUp.Password)(
        s"The password has $length characters. It must have ${config.minPasswordLength} to " +
          s"${config.maxPasswordLength}."
      )

  private def wrong(field: String)(detail: String): Nothing = throw Refusal(Problem.field(field, detail))
end UserRoutes
