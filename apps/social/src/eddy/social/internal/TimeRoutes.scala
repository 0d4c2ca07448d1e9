package eddy.social.internal

import eddy.social.SocialConfig
import eddy.social.internal.Wire.given
import eddy.web.Routes

import java.time.InstantSource

/** The time, by which clients sign their requests. It needs no database. */
private[social] object TimeRoutes:
  def apply(config: SocialConfig, clock: InstantSource): Routes =
    val window = config.signatureWindow.toSeconds
    Routes.get("/time"): (_, response) =>
      response.header("Cache-Control", "no-store").json(Wire.ServerTime(clock.millis, window))
