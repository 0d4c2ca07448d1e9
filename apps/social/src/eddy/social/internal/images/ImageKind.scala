package eddy.social.internal.images

/** The kinds of pictures that are taken, by the first bytes of their content: names and headers that clients
  * send do not count.
  *
  * @param reader the name of the format for ImageIO
  */
private[social] enum ImageKind(val reader: String, private val begins: Seq[Int]) derives CanEqual:
  case Jpeg extends ImageKind("jpeg", Seq(0xff, 0xd8, 0xff))
  case Png extends ImageKind("png", Seq(0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'))

  /** The first frame counts. */
  case Gif extends ImageKind("gif", Seq('G', 'I', 'F', '8'))

private[social] object ImageKind:
  val HeadBytes = 8

  def of(head: Array[Byte]): Option[ImageKind] =
    values.find(kind =>
      kind.begins.indices.forall(i => i < head.length && (head(i) & 0xff) == kind.begins(i))
    )
