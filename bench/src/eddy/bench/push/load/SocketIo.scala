package eddy.bench.push.load

/** Socket.IO 5 over Engine.IO 4, texts alone: the first digit is Engine.IO's type, the second Socket.IO's. The peer's program has two
  * events, `subscribe` and `publish`, both acknowledged, and sends publications as events named like their channel.
  */
private[bench] object SocketIo extends Talk:
  def path: String = "/socket.io/?EIO=4&transport=websocket"
  def hello: String = ""
  def subscribe(id: Int, channel: String): String = s"""42$id["subscribe","$channel"]"""
  def publish(id: Int, channel: String, data: String): String = s"""42$id["publish","$channel","$data"]"""

  def hear(bytes: Array[Byte], from: Int, until: Int, ears: Ears): Unit =
    val first = if until > from then bytes(from).toChar else ' '
    val second = if until > from + 1 then bytes(from + 1).toChar else ' '
    (first, second) match
      case ('4', '2') => ears.publication(bytes, from, until)
      case ('4', '3') => ears.done()
      case ('4', '0') => ears.admitted()
      // open: the client asks to be let into the main namespace
      case ('0', _) => ears.pinged("40")
      case ('2', _) => ears.pinged("3")
      case _ => ears.refused(Ascii.text(bytes, from, until))
end SocketIo
