package eddy.push

/** @param key the same message published again with it, within the namespace's `keysKept`, is not published twice
  * @param tags words beside the data, for filters and [[Overflow.KeepLatest]]
  */
final case class PublishOptions(key: Option[String] = None, tags: Map[String, String] = Map.empty)
    derives CanEqual:
  key.foreach: k =>
    require(
      k.nonEmpty && k.length <= 128,
      s"key of ${k.length} characters: must be from 1 to 128, such as a UUID"
    )
