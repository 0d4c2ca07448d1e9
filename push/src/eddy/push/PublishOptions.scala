package eddy.push

/** @param key the same message published again with it, within the namespace's `idempotencyTtl`, is not
  *   published twice
  * @param tags words beside the data, for filters and [[Overflow.KeepLatest]]; at most 1,024, which count
  *   against `maxDataBytes` with it
  */
final case class PublishOptions(key: Option[String] = None, tags: Map[String, String] = Map.empty)
    derives CanEqual:
  key.foreach: k =>
    require(
      k.nonEmpty && k.length <= 128,
      s"key of ${k.length} characters: must be from 1 to 128, such as a UUID"
    )

  private[push] def tagBytes: Int = PublishOptions.bytesOf(tags)
end PublishOptions

object PublishOptions:
  /** About. */
  private[push] def bytesOf(tags: Map[String, String]): Int =
    tags.foldLeft(0)((sum, tag) => sum + tag._1.length + tag._2.length)
