package eddy.web.internal

import eddy.web.Limits

import io.netty.buffer.ByteBuf

/** Looks at the framing of a chunked body before Netty's decoder does (RFC 9112, section 7.1): sizes,
  * extensions, line ends, and trailers by the rules of header lines. As with heads, framing that passes has
  * one reading only. One for each connection, used by its I/O thread; it keeps its place between reads.
  */
private[eddy] final class ChunkScanner(limits: Limits):
  import ChunkScanner.*

  private var state = Idle
  private var ahead = 0 // bytes from the reader index on that have been looked at
  private var left = 0L // of a chunk's size, then of its data
  private var digits = 0
  private var lineBytes = 0
  private var trailerBytes = 0
  private var trailerLines = 0

  /** A chunked body begins. */
  def begin(): Unit =
    state = Size
    ahead = 0
    left = 0
    digits = 0
    lineBytes = 0
    trailerBytes = 0
    trailerLines = 0

  def isOn: Boolean = state != Idle

  /** The decoder has taken so many bytes. */
  def taken(bytes: Int): Unit = ahead = math.max(0, ahead - bytes)

  /** Looks at the received bytes up to the end of the body.
    * @return why the body is refused
    */
  def scan(in: ByteBuf): Refusal | Null =
    var refusal: Refusal | Null = null
    while refusal == null && state != Idle && ahead < in.readableBytes do
      if state == Data then
        val some = math.min(left, (in.readableBytes - ahead).toLong).toInt
        ahead += some
        left -= some
        if left == 0 then state = AfterData
      else
        val byte = in.getByte(in.readerIndex + ahead)
        ahead += 1
        refusal = next(byte)
    refusal

  private def next(b: Byte): Refusal | Null =
    if state >= TrailerStart then ofTrailer(b)
    else
      lineBytes += 1
      if lineBytes > MaxLine then
        Refusal(400, s"A chunk's size with its extensions is longer than $MaxLine bytes.")
      else ofSize(b)

  private def ofSize(b: Byte): Refusal | Null = state match
    case Size =>
      val digit = Character.digit(b.toChar, 16)
      if digit >= 0 then
        digits += 1
        left = left << 4 | digit
        if left > Int.MaxValue then Refusal(413, "A chunk of the request's body is too large.") else null
      else if digits == 0 then Refusal(400, "A chunk's size must be hexadecimal digits.")
      else afterSize(b)
    case SpaceBeforeName =>
      if isSpace(b) then null
      else if b == ';' then go(NameStart)
      else badExtension
    case NameStart =>
      if isSpace(b) then null else if Tokens.isTokenByte(b) then go(Name) else badExtension
    case Name =>
      if Tokens.isTokenByte(b) then null
      else if isSpace(b) then go(SpaceAfterName)
      else afterName(b)
    case SpaceAfterName => if isSpace(b) then null else afterName(b)
    case ValueStart =>
      if isSpace(b) then null
      else if b == '"' then go(Quoted)
      else if Tokens.isTokenByte(b) then go(Value)
      else badExtension
    case Value => if Tokens.isTokenByte(b) then null else afterSize(b)
    case Quoted =>
      if b == '"' then go(QuotedEnd)
      else if b == '\\' then go(Escape)
      else if isOfText(b) then null
      else badExtension
    case Escape => if isOfText(b) then go(Quoted) else badExtension
    case QuotedEnd => afterSize(b)
    case SizeEnd => if b == '\n' then sizeOver() else bareReturn
    case AfterData =>
      if b == '\r' then go(DataEnd) else Refusal(400, "A chunk is not followed by a line end.")
    case _ =>
      if b != '\n' then bareReturn
      else
        lineBytes = 0
        go(Size)

  private def afterSize(b: Byte): Refusal | Null =
    if b == '\r' then go(SizeEnd)
    else if b == ';' then go(NameStart)
    else if isSpace(b) then go(SpaceBeforeName)
    else badExtension

  private def afterName(b: Byte): Refusal | Null = if b == '=' then go(ValueStart) else afterSize(b)

  private def sizeOver(): Refusal | Null =
    val isLast = left == 0
    digits = 0
    lineBytes = 0
    go(if isLast then TrailerStart else Data)

  private def ofTrailer(b: Byte): Refusal | Null =
    trailerBytes += 1
    if trailerBytes > limits.maxHeaderBytes then
      Refusal(431, s"The trailers are longer than ${limits.maxHeaderBytes} bytes.")
    else
      state match
        case TrailerStart =>
          if b == '\r' then go(LastEnd)
          else if isSpace(b) then Refusal(400, "Folded trailer lines are not allowed.")
          else if Tokens.isTokenByte(b) then oneMore()
          else Refusal(400, "A trailer line has no name and colon.")
        case TrailerName =>
          if Tokens.isTokenByte(b) then null
          else if b == ':' then go(TrailerValue)
          else Refusal(400, "A trailer's name must be a token, followed by its colon.")
        case TrailerValue =>
          if b == '\r' then go(TrailerEnd)
          else if isOfText(b) then null
          else Refusal(400, "A control character is not allowed in a trailer.")
        case TrailerEnd => if b == '\n' then go(TrailerStart) else bareReturn
        case _ => if b == '\n' then go(Idle) else bareReturn
  end ofTrailer

  private def oneMore(): Refusal | Null =
    trailerLines += 1
    if trailerLines > limits.maxHeaders then
      Refusal(431, s"There are more than ${limits.maxHeaders} trailer lines.")
    else go(TrailerName)

  private def go(to: Int): Null =
    state = to
    null
end ChunkScanner

private[eddy] object ChunkScanner:
  private final val MaxLine = 4096

  // where the next byte stands; an Int, as each byte of a size asks for it
  private final val Idle = 0
  private final val Size = 1
  private final val SpaceBeforeName = 2
  private final val NameStart = 3
  private final val Name = 4
  private final val SpaceAfterName = 5
  private final val ValueStart = 6
  private final val Value = 7
  private final val Quoted = 8
  private final val Escape = 9
  private final val QuotedEnd = 10
  private final val SizeEnd = 11
  private final val Data = 12
  private final val AfterData = 13
  private final val DataEnd = 14
  private final val TrailerStart = 15
  private final val TrailerName = 16
  private final val TrailerValue = 17
  private final val TrailerEnd = 18
  private final val LastEnd = 19

  private def isSpace(b: Byte) = b == ' ' || b == '\t'

  /** Visible, a space, or beyond ASCII. */
  private def isOfText(b: Byte) = b < 0 || b >= ' ' && b != 127 || b == '\t'

  private val badExtension =
    Refusal(400, "A chunk's extensions are malformed: they are ;name or ;name=value.")
  private val bareReturn = Refusal(400, "A carriage return must be followed by a line feed.")
end ChunkScanner
