package eddy.social.internal

import eddy.social.SocialConfig
import eddy.web.RateLimit

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How often clients may sign in. A device that has signed in before has a limit of its own, so that others,
  * who guess at the same name or from the same address, cannot lock it out.
  */
private[social] final class SignInLimits(config: SocialConfig):
  private val ofDevice = limit(config.signInsPerMinute)
  private val ofAddress = limit(config.signInsPerMinuteOfAddress)
  private val ofAddressAndName = limit(config.signInsPerMinute)
  // guesses at one account from many addresses
  private val ofName = limit(config.signInsPerMinuteOfName)

  /** Counts a request. Returns `None` if it is permitted, and otherwise how long the client should wait.
    *
    * @param nameKey the key of the name in the request
    * @param device the id of the client's device, if it has signed in by this name before
    */
  def take(address: String, nameKey: String, device: Option[String]): Option[FiniteDuration] = device match
    case Some(id) => ofDevice.take(id)
    case None =>
      ofAddress.take(address).orElse(ofAddressAndName.take(s"$address $nameKey")).orElse(ofName.take(nameKey))

  private def limit(perMinute: Int) = RateLimit(perMinute, per = 1.minute, name = "sign-in")
end SignInLimits
