package eddy.bench.push.load

import java.nio.charset.StandardCharsets.US_ASCII

/** The Centrifuge client protocol in JSON: several replies may come in one text, each on a line. */
private[bench] object Centrifuge extends Talk:
  def path: String = "/connection/websocket"
  def hello: String = """{"id":1,"connect":{}}"""

  // 1 is the greeting's
  def subscribe(id: Int, channel: String): String = s"""{"id":${id + 1},"subscribe":{"channel":"$channel"}}"""

  def publish(id: Int, channel: String, data: String): String =
    s"""{"id":${id + 1},"publish":{"channel":"$channel","data":"$data"}}"""

  def hear(bytes: Array[Byte], from: Int, until: Int, ears: Ears): Unit =
    var start = from
    while start < until do
      val end = endOfLine(bytes, start, until)
      if end > start then line(bytes, start, end, ears)
      start = end + 1

  private def endOfLine(bytes: Array[Byte], from: Int, until: Int): Int =
    var i = from
    while i < until && bytes(i) != '\n' do i += 1
    i

  private def line(bytes: Array[Byte], from: Int, until: Int, ears: Ears): Unit =
    if Ascii.begins(bytes, from, until, push) then
      if isPublication(bytes, from, until) then ears.publication(bytes, from, until)
      else ears.refused(Ascii.text(bytes, from, until))
    else if until - from == 2 then ears.pinged("{}")
    else
      val text = Ascii.text(bytes, from, until)
      if text.contains("\"error\":") then ears.refused(text)
      else if text.contains("\"connect\":") then ears.admitted()
      else ears.done()

  /** What the server tells otherwise, as that a subscription has ended, carries no letter. */
  private def isPublication(bytes: Array[Byte], from: Int, until: Int): Boolean =
    var i = from
    while i < until && bytes(i) != Letter.Begin do i += 1
    i < until

  private val push = "{\"push\":".getBytes(US_ASCII)
end Centrifuge
