package eddy.state

/** A map that callbacks share. */
final class SharedMap[K, V] extends SharedObject:
  private var content = Map.empty[K, V]
  @Reads def get(key: K): Option[V] = content.get(key)
  @Reads def apply(key: K): V = content(key)
  @Reads def getOrElse[V1 >: V](key: K, default: => V1): V1 = content.getOrElse(key, default)
  @Reads def contains(key: K): Boolean = content.contains(key)
  @Reads def size: Int = content.size
  @Reads def isEmpty: Boolean = content.isEmpty
  @Reads def snapshot: Map[K, V] = content
  @Reads def foreach(f: ((K, V)) => Unit): Unit = content.foreach(f)
  @Writes def put(key: K, value: V): Option[V] =
    val before = content.get(key)
    content = content.updated(key, value)
    before
  @Writes def update(key: K, value: V): Unit = content = content.updated(key, value)
  @Writes def remove(key: K): Option[V] =
    val before = content.get(key)
    content = content.removed(key)
    before
  @Writes def getOrElseUpdate(key: K, value: => V): V = content.get(key).getOrElse:
    val made = value
    content = content.updated(key, made)
    made
  @Writes def updateWith(key: K)(f: Option[V] => Option[V]): Option[V] =
    content = content.updatedWith(key)(f)
    content.get(key)
  @Writes def clear(): Unit = content = Map.empty
end SharedMap
