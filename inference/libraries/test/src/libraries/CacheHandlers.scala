package libraries

import java.time.Duration

import com.github.benmanes.caffeine.cache.{Cache, Caffeine, LoadingCache}
import com.google.common.cache.{
  Cache as GuavaCache,
  CacheBuilder,
  CacheLoader,
  LoadingCache as GuavaLoadingCache
}
import com.google.common.collect.ImmutableList
import com.google.common.hash.Hashing

object CaffeineHandlers:
  private val cache: Cache[String, String] =
    Caffeine.newBuilder().maximumSize(1000).expireAfterWrite(Duration.ofMinutes(5)).build[String, String]()
  private val loading: LoadingCache[String, String] =
    Caffeine.newBuilder().maximumSize(1000).build[String, String]((id: String) => Users.name(id).toUpperCase)

  private def load(id: String): String = Users.name(id).toUpperCase

  val get: String => String = id => cache.get(id, key => load(key))

  val put: String => String = id =>
    val known = cache.getIfPresent(id)
    if known != null then known
    else
      val name = Users.name(id)
      cache.put(id, name)
      name

  val loader: String => String = id => loading.get(id)

object GuavaHandlers:
  private val cache: GuavaCache[String, String] =
    CacheBuilder.newBuilder().maximumSize(1000).build[String, String]()
  private val loading: GuavaLoadingCache[String, String] =
    CacheBuilder.newBuilder().maximumSize(1000).build(new CacheLoader[String, String]:
      def load(id: String): String = Users.name(id).toUpperCase)

  val get: String => String = id => cache.get(id, () => Users.name(id).toUpperCase)

  val loader: String => String = id => loading.get(id)

  val everyday: String => String = id =>
    val names = ImmutableList.of(id, Users.name(id))
    Hashing.sha256().hashUnencodedChars(names.get(1)).toString
