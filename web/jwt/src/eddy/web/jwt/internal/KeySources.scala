package eddy.web.jwt.internal

import java.io.IOException
import java.net.URL
import java.nio.file.{Files, Path}
import java.text.ParseException
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import com.nimbusds.jose.KeySourceException
import com.nimbusds.jose.jwk.JWKSet
import com.nimbusds.jose.jwk.source.{
  ImmutableJWKSet,
  JWKSetCacheRefreshEvaluator,
  JWKSetSource,
  JWKSetUnavailableException,
  JWKSource,
  JWKSourceBuilder,
  RateLimitReachedException,
  URLBasedJWKSetSource
}
import com.nimbusds.jose.proc.SecurityContext
import com.nimbusds.jose.util.DefaultResourceRetriever

/** Key sets, with nimbus' caches around them. */
private[jwt] object KeySources:
  private val ConnectMillis = 2000
  private val ReadMillis = 3000
  private val MaxBytes = 256 * 1024
  private val LeastInterval = 30.seconds
  private val MaxOutage = 4.hours

  def fixed(set: JWKSet): JWKSource[SecurityContext] = ImmutableJWKSet(set)

  def url(url: URL, maxAge: FiniteDuration): JWKSource[SecurityContext] =
    val retriever = DefaultResourceRetriever(ConnectMillis, ReadMillis, MaxBytes)
    limited(URLBasedJWKSetSource[SecurityContext](url, retriever), maxAge)

  def file(path: Path, maxAge: FiniteDuration): JWKSource[SecurityContext] =
    read(() => parse(Files.readString(path), s"the file $path"), maxAge)

  /** @param keys as they are now; fails with `IOException` or `IllegalArgumentException` */
  def read(keys: () => JWKSet, maxAge: FiniteDuration): JWKSource[SecurityContext] =
    val source = new JWKSetSource[SecurityContext]:
      def getJWKSet(evaluator: JWKSetCacheRefreshEvaluator, now: Long, context: SecurityContext): JWKSet =
        try keys()
        catch
          case failure: (IOException | IllegalArgumentException) =>
            throw JWKSetUnavailableException(s"$failure", failure)
      def close(): Unit = ()
    limited(source, maxAge)

  def parse(text: String, where: String): JWKSet =
    try JWKSet.parse(text)
    catch
      case failure: ParseException =>
        throw IllegalArgumentException(s"$where is no JSON Web Key Set: ${failure.getMessage}", failure)

  private def limited(
      set: JWKSetSource[SecurityContext],
      maxAge: FiniteDuration
  ): JWKSource[SecurityContext] =
    require(
      maxAge > LeastInterval,
      s"maxAge = $maxAge: must be more than $LeastInterval; a token with a new key makes the set be read at once anyway"
    )
    val watched = Watched(set)
    val source = JWKSourceBuilder
      .create[SecurityContext](watched)
      .cache(maxAge.toMillis, (ConnectMillis + ReadMillis) * 2L)
      .refreshAheadCache(false) // it would need threads of its own
      .retrying(true)
      .outageTolerant(MaxOutage.toMillis)
      // a client that invents names of keys must not cause a fetch each time
      .rateLimited(LeastInterval.toMillis)
      .build()
    (selector, context) =>
      try source.get(selector, context)
      catch
        // no fault of the token's: nobody could look
        case wait: RateLimitReachedException if watched.isAway =>
          throw JWKSetUnavailableException(
            s"the last attempt has failed; the next is made within $LeastInterval",
            wait
          )
  end limited

  /** Knows whether the keys could be had when they were asked for last. */
  private final class Watched(set: JWKSetSource[SecurityContext]) extends JWKSetSource[SecurityContext]:
    @volatile private var away = false
    def isAway: Boolean = away
    def getJWKSet(evaluator: JWKSetCacheRefreshEvaluator, now: Long, context: SecurityContext): JWKSet =
      try
        val keys = set.getJWKSet(evaluator, now, context)
        away = false
        keys
      catch
        case failure: KeySourceException =>
          away = true
          throw failure
    def close(): Unit = set.close()
end KeySources
