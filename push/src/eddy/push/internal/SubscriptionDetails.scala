package eddy.push.internal

import eddy.push.Json

/** What the server says of a subscription that it begins for a client.
  *
  * @param info what others see of it
  * @param data for the client
  * @param expiresAt in seconds since 1970; 0 for never
  */
private[push] final case class SubscriptionDetails(
    info: Json = Json.none,
    data: Json = Json.none,
    expiresAt: Long = 0
) derives CanEqual
