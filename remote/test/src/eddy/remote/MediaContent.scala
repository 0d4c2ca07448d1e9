package eddy.remote

enum Player derives Pickler:
  case Java, Flash

enum Size derives Pickler:
  case Small, Large

final case class Image(uri: String, title: Option[String], width: Int, height: Int, size: Size)
    derives Pickler

final case class Media(
    uri: String,
    title: Option[String],
    width: Int,
    height: Int,
    format: String,
    duration: Long,
    size: Long,
    bitrate: Option[Int],
    persons: List[String],
    player: Player,
    copyright: Option[String]
) derives Pickler

/** The message of jvm-serializers, with its standard content. */
final case class MediaContent(media: Media, images: List[Image]) derives Pickler

object MediaContent:
  val example: MediaContent = MediaContent(
    Media(
      "http://javaone.com/keynote.mpg",
      Some("Javaone Keynote"),
      640,
      480,
      "video/mpg4",
      18_000_000,
      58_982_400,
      Some(262_144),
      List("Bill Gates", "Steve Jobs"),
      Player.Java,
      None
    ),
    List(
      Image("http://javaone.com/keynote_large.jpg", Some("Javaone Keynote"), 1024, 768, Size.Large),
      Image("http://javaone.com/keynote_small.jpg", Some("Javaone Keynote"), 320, 240, Size.Small)
    )
  )
end MediaContent
