package crossings

import java.io.*
import java.nio.{ByteBuffer, CharBuffer}
import java.util.concurrent.{ConcurrentHashMap, LinkedBlockingQueue}
import java.util.{ArrayList, Arrays, BitSet, Collections}
import scala.collection.immutable.ArraySeq
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

import Crossing.{fills, reads}

/** Arrays, buffers and collections that a library fills or reads. */
object Filled:
  private def bytes = new Array[Byte](64)
  private def chars = new Array[Char](64)
  private def strings = new Array[String](4)
  private def ints = Array(3, 1, 2)
  private def list = ArrayList(java.util.List.of("c", "b", "a"))
  private val secure = java.security.SecureRandom()
  private def reader = StringReader("abcdefghijklmnopq")
  private def input = ByteArrayInputStream("a b c d e f".getBytes)
  private lazy val mapper = com.fasterxml.jackson.databind.ObjectMapper()
  private val gson = com.google.gson.Gson()
  private val joiner = com.google.common.base.Joiner.on(',')
  private val template = freemarker.template.Template(
    "a",
    "b",
    freemarker.template.Configuration(freemarker.template.Configuration.VERSION_2_3_34)
  )
  private val engine =
    val e = org.thymeleaf.TemplateEngine()
    e.setTemplateResolver(org.thymeleaf.templateresolver.StringTemplateResolver())
    e
  private val bytesOfProtobuf = com.google.protobuf.ByteString.copyFromUtf8("a")
  private val bytesOfPekko = org.apache.pekko.util.ByteString("a")
  private val chunk = zio.Chunk(1, 2)
  private val immutables = IArray(1, 2)
  private val objectId = org.bson.types.ObjectId()
  private val csv = org.apache.commons.csv.CSVFormat.DEFAULT
  private val fast = org.apache.commons.lang3.time.FastDateFormat.getInstance("yyyy")
  private val hash = com.google.common.hash.Hashing.sha256().hashInt(1)
  private val struct = com.google.protobuf.Struct.newBuilder().build()
  private val page = scalatags.Text.all.div(scalatags.Text.all.stringFrag("a"))
  private val doc = org.jsoup.Jsoup.parse("<a>b</a>")
  private val yaml = org.yaml.snakeyaml.Yaml()
  private val keys =
    val s = java.security.KeyStore.getInstance("PKCS12"); s.load(null, null); s
  private val manifest = java.util.jar.Manifest()

  val moved: List[Crossing] = List(
    fills("a reader that properties are loaded of", reader)(r => _ => java.util.Properties().load(r)),
    fills("a reader behind a buffered one", reader)(r => _ => println(BufferedReader(r).readLine())),
    fills("a reader behind a scanner", reader)(r => _ => println(java.util.Scanner(r).next())),
    fills("a reader that is transferred", reader)(r => _ => println(r.transferTo(StringWriter()))),
    fills("a stream behind a reader", input)(i => _ => println(InputStreamReader(i).read())),
    fills("a stream that is parsed as XML", input)(i =>
      _ =>
        println(
          scala.util.Try(javax.xml.parsers.DocumentBuilderFactory.newInstance.newDocumentBuilder.parse(i))
        )
    ),
    fills("a stream that is copied to a file", input)(i =>
      _ =>
        println(java.nio.file.Files.copy(
          i,
          java.nio.file.Files.createTempFile("a", "b"),
          java.nio.file.StandardCopyOption.REPLACE_EXISTING
        ))
    ),
    fills("a stream that Scala reads", input)(i => _ => println(scala.io.Source.fromInputStream(i).mkString)),
    fills("a stream that ends with others", input)(i => _ => println(SequenceInputStream(i, input).read())),
    fills("a stream that is unzipped", input)(i =>
      _ => println(scala.util.Try(java.util.zip.GZIPInputStream(i)))
    ),
    fills("a buffer that is decoded", ByteBuffer.wrap("abc".getBytes))(b =>
      _ => println(java.nio.charset.StandardCharsets.UTF_8.decode(b))
    ),
    fills("a buffer that is summed", ByteBuffer.wrap("abc".getBytes))(b =>
      _ => java.util.zip.CRC32().update(b)
    ),
    fills("random numbers that shuffle", java.util.SplittableRandom(1))(r =>
      _ => Collections.shuffle(ArrayList(java.util.List.of(1, 2)), r)
    ),
    fills("random numbers as a stream", java.util.SplittableRandom(1))(r => _ => println(r.ints(2).sum)),
    fills("an iterator of Java's as Scala's", list.iterator)(i => _ => println(i.asScala.toList)),
    fills("an iterator of Java's as a spliterator", list.iterator)(i =>
      _ => println(java.util.Spliterators.spliteratorUnknownSize(i, 0).tryAdvance(x => println(x)))
    ),
    fills("an enumeration of Java's as a list", java.util.Vector(java.util.List.of("a")).elements)(i =>
      _ => println(Collections.list(i))
    ),
    fills("a stream that Jackson reads", input)(i => _ => println(scala.util.Try(mapper.readTree(i)))),
    fills("a reader that Gson reads", reader)(r =>
      _ => println(scala.util.Try(gson.fromJson(r, classOf[String])))
    ),
    fills("a reader that YAML loads", reader)(r => _ => println(yaml.load[String](r))),
    fills("a reader that CSV is parsed of", reader)(r => _ => println(csv.parse(r).getRecords.size)),
    fills("a stream that jsoup parses", input)(i =>
      _ => println(org.jsoup.Jsoup.parse(i, "UTF-8", "").title)
    ),
    fills("a reader that circe's kind reads whole", reader)(r =>
      _ => println(com.google.common.io.CharStreams.toString(r))
    ),
    fills("a reader of a configuration", reader)(r =>
      _ => println(scala.util.Try(com.typesafe.config.ConfigFactory.parseReader(r)))
    ),
    fills("a stream of a protobuf message", input)(i =>
      _ => println(scala.util.Try(com.google.protobuf.Struct.parseFrom(i)))
    )
  )

  val written: List[Crossing] = List(
    fills("a writer that Jackson writes", StringWriter().getBuffer)(b =>
      val w = Buffered(b); k => mapper.writeValue(w, k)
    ),
    fills("a stream of bytes that Jackson writes", ByteArrayOutputStream())(o =>
      k => mapper.writeValue(o, k)
    ),
    fills("a stream of bytes that an ObjectWriter writes", ByteArrayOutputStream())(o =>
      val w = mapper.writer(); k => w.writeValue(o, k)
    ),
    fills("a text that a joiner appends to", java.lang.StringBuilder())(b =>
      k => println(joiner.appendTo(b, java.util.List.of(k, k)))
    ),
    fills("a stream of bytes that FreeMarker writes to", ByteArrayOutputStream())(o =>
      k =>
        val w = OutputStreamWriter(o); template.process(java.util.Map.of("a", k), w); w.flush()
    ),
    fills("characters that FreeMarker writes to", CharArrayWriter())(w =>
      k => template.process(java.util.Map.of("a", k), w)
    ),
    fills("characters that Thymeleaf writes to", CharArrayWriter())(w =>
      k => engine.process("a", org.thymeleaf.context.Context(), w)
    ),
    fills("characters that YAML is dumped to", CharArrayWriter())(w => k => yaml.dump(k, w)),
    fills("characters that Scalatags writes to", CharArrayWriter())(w => k => page.writeTo(w)),
    fills("a text that jsoup writes to", java.lang.StringBuilder())(b => k => println(doc.html(b))),
    fills("a text that CSV is printed to", java.lang.StringBuilder())(b => k => csv.printRecord(b, k, k)),
    fills("a text that a printer of CSV prints to", java.lang.StringBuilder())(b =>
      k => org.apache.commons.csv.CSVPrinter(b, csv).printRecord(k, k)
    ),
    fills("a text that a fast format appends to", StringBuffer())(b =>
      k => println(fast.format(java.util.Date(0), b))
    ),
    fills("characters that uPickle writes", CharArrayWriter())(w => k => upickle.default.writeTo(k, w)),
    fills("a stream of bytes that a protobuf message is written to", ByteArrayOutputStream())(o =>
      k => struct.writeTo(o)
    ),
    fills("an array that a ByteString is copied to", bytes)(a => k => bytesOfProtobuf.copyTo(a, 0)),
    fills("an array that Pekko's ByteString is copied to", bytes)(a =>
      k => println(bytesOfPekko.copyToArray(a))
    ),
    fills("an array that a chunk is copied to", ints)(a => k => println(chunk.copyToArray(a))),
    fills("an array that an immutable array is copied to", ints)(a =>
      k => println(immutables.copyToArray(a))
    ),
    fills("a buffer that an id is put into", ByteBuffer.allocate(64))(b => k => objectId.putToByteBuffer(b)),
    fills("an array that a hash is written to", bytes)(a => k => println(hash.writeBytesTo(a, 0, 4))),
    fills("an array that commons-lang reverses", ints)(a =>
      k => org.apache.commons.lang3.ArrayUtils.reverse(a)
    ),
    fills("an array that Guava reverses", ints)(a => k => com.google.common.primitives.Ints.reverse(a)),
    fills("a list that Guava adds to", list)(l =>
      k => println(com.google.common.collect.Iterables.addAll(l, java.util.List.of(k)))
    ),
    fills("a list that Guava removes from", list)(l =>
      k => println(com.google.common.collect.Iterables.removeIf(l, _ == "y"))
    ),
    fills("a list that Guava reverses", list)(l =>
      k => println(com.google.common.collect.Lists.reverse(l).set(0, k))
    ),
    fills("a stream of bytes that Guava copies to", ByteArrayOutputStream())(o =>
      k => println(com.google.common.io.ByteStreams.copy(input, o))
    ),
    fills("a text that is formatted in hexadecimal digits", java.lang.StringBuilder())(b =>
      k => println(java.util.HexFormat.of.formatHex(b, k.getBytes))
    ),
    fills("a stream of bytes that a file is copied to", ByteArrayOutputStream())(o =>
      k => println(java.nio.file.Files.copy(java.nio.file.Path.of("/etc/hostname"), o))
    ),
    fills("a stream of bytes that keys are stored in", ByteArrayOutputStream())(o =>
      k => keys.store(o, k.toCharArray)
    ),
    fills("a stream of bytes that a manifest is written to", ByteArrayOutputStream())(o =>
      k => java.util.jar.Manifest().write(o)
    ),
    fills("a stream of bytes that an image is written to", ByteArrayOutputStream())(o =>
      k => println(javax.imageio.ImageIO.write(java.awt.image.BufferedImage(1, 1, 1), "png", o))
    ),
    fills("characters that XML is transformed to", CharArrayWriter())(w =>
      k =>
        javax.xml.transform.TransformerFactory.newInstance.newTransformer.transform(
          javax.xml.transform.stream.StreamSource(StringReader("<a/>")),
          javax.xml.transform.stream.StreamResult(w)
        )
    ),
    fills("an array that a key agreement fills", bytes)(a =>
      k => println(scala.util.Try(javax.crypto.KeyAgreement.getInstance("X25519").generateSecret(a, 0)))
    ),
    fills("an array that a Mac fills", bytes)(a =>
      k => println(scala.util.Try(javax.crypto.Mac.getInstance("HmacSHA256").doFinal(a, 0)))
    ),
    fills("an array that BouncyCastle's digest fills", bytes)(a =>
      k => println(org.bouncycastle.crypto.digests.SHA256Digest().doFinal(a, 0))
    ),
    fills("an array of doubles that a gauge's snapshot is put into", new Array[Double](2))(a =>
      k => java.util.Arrays.setAll(a, i => i.toDouble)
    ),
    fills("a list that MongoDB's documents go into", list)(l =>
      k =>
        println(org.bson.Document("a", 1).keySet().toArray(Array[String]()).toList.asJava.forEach(s =>
          l.add(s): Unit
        ))
    ),
    fills("a map that a record of CSV is put into", java.util.HashMap[String, String]())(m =>
      k =>
        println(csv.parse(StringReader("a,b")).getRecords.get(0).toMap.forEach((a, b) => m.put(a, b): Unit))
    ),
    fills("a text that a stack trace of commons-lang is in", StringBuffer())(b =>
      k => org.apache.commons.lang3.builder.ToStringStyle.DEFAULT_STYLE.appendStart(b, k)
    ),
    fills("a list that commons-lang's stream is collected into", list)(l =>
      k =>
        println(
          org.apache.commons.lang3.stream.Streams.of(k).collect(java.util.stream.Collectors.toCollection(() =>
            l
          )).size
        )
    )
  )
  final class Buffered(to: StringBuffer) extends Writer:
    def write(cs: Array[Char], from: Int, n: Int): Unit = to.append(cs, from, n): Unit
    def flush(): Unit = ()
    def close(): Unit = ()

  private val queue = LinkedBlockingQueue(java.util.List.of("a"))
  private val concurrent = ConcurrentHashMap(java.util.Map.of("x", "a"))

  val filled: List[Crossing] = List(
    fills("an array that a queue fills", strings)(a => _ => println(queue.toArray(a).length)),
    fills("an array that a list fills", strings)(a => k => println(java.util.List.of(k).toArray(a).length)),
    fills("an array that a stream fills", strings)(a =>
      k => println(java.util.stream.Stream.of(k, k, k, k).toArray(n => a).length)
    ),
    fills("an array that a concurrent map's keys fill", strings)(a =>
      _ => println(concurrent.keySet().toArray(a).length)
    ),
    fills("characters of a text", chars)(a => k => k.getChars(0, 1, a, 0)),
    fills("characters of a code point", chars)(a => k => println(Character.toChars(65, a, 0))),
    fills("an array that is copied to", ints)(a => k => System.arraycopy(Array(k.length), 0, a, 0, 1)),
    fills("an array that Scala copies to", ints)(a => k => Array.copy(Array(k.length), 0, a, 0, 1)),
    fills("an array that is filled", ints)(a => k => Arrays.fill(a, k.length)),
    fills("an array that random numbers fill", bytes)(a => _ => secure.nextBytes(a)),
    fills("an array that a random generator fills", bytes)(a =>
      _ => java.util.concurrent.ThreadLocalRandom.current.nextBytes(a)
    ),
    fills("an array that Scala's random numbers fill", bytes)(a =>
      _ => scala.util.Random.nextBytes(2).copyToArray(a): Unit
    ),
    fills("an array that a stream is read into", bytes)(a =>
      k => println(ByteArrayInputStream(k.getBytes).read(a))
    ),
    fills("an array that a stream is read into up to a number", bytes)(a =>
      k => println(ByteArrayInputStream(k.getBytes).readNBytes(a, 0, 1))
    ),
    fills("an array that data are read into", bytes)(a =>
      k =>
        DataInputStream(ByteArrayInputStream(
          (k + "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy").getBytes
        )).readFully(a)
    ),
    fills("an array that a reader is read into", chars)(a => k => println(StringReader(k).read(a))),
    fills("an array that a buffer is read into", bytes)(a => k => println(ByteBuffer.allocate(64).get(a))),
    fills("an array that a buffer stands for", bytes)(a => k => println(ByteBuffer.wrap(a).put(1.toByte))),
    fills("an array that a buffer of characters stands for", chars)(a =>
      k => println(CharBuffer.wrap(a).append(k))
    ),
    fills("an array that a digest is written to", bytes)(a =>
      k => println(java.security.MessageDigest.getInstance("SHA-256").digest(a, 0, 64))
    ),
    fills("an array that an inflater fills", bytes)(a => k => println(java.util.zip.Inflater().inflate(a))),
    fills("an array that a deflater fills", bytes)(a =>
      k =>
        val d = java.util.zip.Deflater(); d.setInput(k.getBytes); d.finish(); println(d.deflate(a))
    ),
    fills("an array that is encoded to", bytes)(a =>
      k => println(java.util.Base64.getEncoder.encode(k.getBytes, a))
    ),
    fills("an array that a list of Scala's is copied to", ints)(a =>
      k => println(List(k.length).copyToArray(a))
    ),
    fills("an array that an iterator is copied to", ints)(a =>
      k => println(Iterator(k.length).copyToArray(a))
    ),
    fills("an array that a text is copied to", chars)(a => k => println(k.toSeq.copyToArray(a))),
    fills("an array as a list", strings)(a => k => println(Arrays.asList(a*).set(0, k))),
    fills("an array as a sequence that changes", ints)(a => k => mutable.ArraySeq.make(a)(0) = k.length),
    fills("an array that is mapped in place", ints)(a => k => println(a.mapInPlace(_ + k.length))),
    fills("an array that Scala sorts in place", ints)(a => _ => println(a.sortInPlace())),
    fills("an array that is sorted by Scala", ints)(a => _ => scala.util.Sorting.quickSort(a)),
    fills("an array that Java sorts", ints)(a => _ => Arrays.sort(a)),
    fills("a part of an array", ints)(a => k => a.view.slice(0, 1).toArray.copyToArray(a): Unit),
    fills("a list that is sorted", list)(l => _ => Collections.sort(l)),
    fills("a list that is shuffled", list)(l => _ => Collections.shuffle(l, java.util.Random(1))),
    fills("a list in which two are swapped", list)(l => _ => Collections.swap(l, 0, 1)),
    fills("a list that is added to", list)(l => k => Collections.addAll(l, k): Unit),
    fills("a list that a queue drains to", list)(l => _ => queue.drainTo(l): Unit),
    fills("a list that a stream is collected into", list)(l =>
      k =>
        println(java.util.stream.Stream.of(k).collect(java.util.stream.Collectors.toCollection(() => l)).size)
    ),
    fills("a list that a stream collects into by three functions", list)(l =>
      k =>
        println(java.util.stream.Stream.of(k).collect(
          () => l,
          (x: ArrayList[String], s: String) => x.add(s): Unit,
          (x: ArrayList[String], y: ArrayList[String]) => x.addAll(y): Unit
        ).size)
    ),
    fills("a list that a method reference adds to", list)(l =>
      k => java.util.List.of(k).forEach(l.add(_): Unit)
    ),
    fills("a text that a matcher appends to", StringBuilder().underlying)(b =>
      k =>
        val m = java.util.regex.Pattern.compile("x").matcher(k);
        if m.find() then println(m.appendReplacement(b, "y"))
    ),
    fills("a text that a formatter appends to", StringBuilder().underlying)(b =>
      k => println(java.util.Formatter(b).format(k))
    ),
    fills("a text that a date is formatted into", StringBuffer())(b =>
      k => println(java.text.SimpleDateFormat("yyyy").format(java.util.Date(), b, java.text.FieldPosition(0)))
    ),
    fills("a text that a date of java.time is formatted to", StringBuilder().underlying)(b =>
      k => java.time.format.DateTimeFormatter.ISO_DATE.formatTo(java.time.LocalDate.EPOCH, b)
    ),
    fills("a text that Scala appends all to", StringBuilder().underlying)(b =>
      k => println(List(k).addString(mutable.StringBuilder(b), ","))
    ),
    fills("a buffer of characters that a reader fills", CharBuffer.allocate(9))(b =>
      k => println(StringReader(k).read(b))
    ),
    fills("a buffer of bytes that a channel reads", ByteBuffer.allocate(9))(b =>
      k => println(java.nio.channels.Channels.newChannel(ByteArrayInputStream(k.getBytes)).read(b))
    ),
    fills("a buffer of bytes that a channel writes", ByteBuffer.allocate(9))(b =>
      k => println(java.nio.channels.Channels.newChannel(ByteArrayOutputStream()).write(b))
    ),
    fills("a stream of bytes that another is transferred to", ByteArrayOutputStream())(o =>
      k => println(ByteArrayInputStream(k.getBytes).transferTo(o))
    ),
    fills("a stream of bytes that is printed to", ByteArrayOutputStream())(o =>
      k => PrintStream(o, true).print(k)
    ),
    fills("a stream of bytes that Console prints to", ByteArrayOutputStream())(o =>
      k => scala.Console.withOut(o)(print(k))
    ),
    fills("a stream of bytes that is zipped to", ByteArrayOutputStream())(o =>
      k =>
        val z = java.util.zip.GZIPOutputStream(o); z.write(k.getBytes); z.close()
    ),
    fills("a stream of bytes that is serialised to", ByteArrayOutputStream())(o =>
      k => ObjectOutputStream(o).writeObject(k)
    ),
    fills("a writer that a reader is transferred to", CharArrayWriter())(w =>
      k => println(StringReader(k).transferTo(w))
    ),
    fills("a writer that properties are stored in", CharArrayWriter())(w =>
      k => java.util.Properties().store(w, k)
    ),
    fills("a writer that a stack trace is printed to", CharArrayWriter())(w =>
      k => RuntimeException(k).printStackTrace(PrintWriter(w))
    ),
    fills("bits that are combined", BitSet())(b =>
      k =>
        val o = BitSet(); o.set(1); b.or(o)
    ),
    fills("a calendar that is set by a date", java.util.Calendar.getInstance())(c =>
      k => c.setTimeInMillis(k.length.toLong)
    ),
    fills("a set that keeps what another has", java.util.HashSet(java.util.List.of("x", "y")))(s =>
      k => println(s.retainAll(java.util.List.of(k)))
    ),
    fills("a map that is merged by a function of its own", mutable.HashMap("x" -> 1))(m =>
      k => println(m.updateWith(k)(_.map(_ + 1)))
    ),
    fills("a map's values that are replaced", mutable.HashMap("x" -> 1))(m =>
      _ => println(m.mapValuesInPlace((_, v) => v + 1))
    ),
    fills("a map through its key set", java.util.HashMap(java.util.Map.of("x", 1)))(m =>
      k => println(m.keySet().removeIf(_ == "y"))
    ),
    fills("a map through its entries", java.util.HashMap(java.util.Map.of("x", 1)))(m =>
      k => m.entrySet().forEach(e => e.setValue(2): Unit)
    ),
    fills("a list through its iterator", list)(l =>
      k =>
        val i = l.listIterator; i.next(); i.set(k)
    ),
    fills("a list through a part", list)(l => k => l.subList(0, 1).set(0, k): Unit),
    fills("a list through Scala", list)(l => k => l.asScala(0) = k),
    fills("a list through its reverse", list)(l => k => l.reversed.addFirst(k)),
    fills("a buffer through Java", mutable.ArrayBuffer("a"))(b => k => b.asJava.set(0, k): Unit),
    fills("a map through Java", mutable.HashMap("x" -> 1))(m => k => m.asJava.put(k, 2): Unit),
    fills("a buffer as a sink of a function", mutable.ArrayBuffer("a"))(b => k => List(k).foreach(b += _)),
    fills("a buffer as a method value", mutable.ArrayBuffer("a"))(b => k => List(k).foreach(b.addOne)),
    fills("a queue through tap", mutable.Queue("a"))(q =>
      k => println(scala.util.chaining.scalaUtilChainingOps(q).tap(_.enqueue(k)).size)
    )
  )

  val read: List[Crossing] = List(
    reads("an array in a text", chars)(a => k => println(String(a) + k)),
    reads("an array of bytes in a text", bytes)(a => _ => println(String(a))),
    reads("an array of bytes as a number", bytes)(a => _ => println(BigInt(a))),
    reads("an array that is compared", ints)(a => k => println(Arrays.equals(a, Array(k.length)))),
    reads("an array that Scala compares", ints)(a => k => println(a.sameElements(Array(k.length)))),
    reads("an array that is hashed", ints)(a => _ => println(Arrays.hashCode(a))),
    reads("an array that is joined", ints)(a => _ => println(a.mkString)),
    reads("an array that is streamed", ints)(a => _ => println(Arrays.stream(a).sum)),
    reads("an array that is written", bytes)(a => _ => ByteArrayOutputStream().write(a)),
    reads("an array that is digested", bytes)(a =>
      _ => println(java.security.MessageDigest.getInstance("SHA-256").digest(a).length)
    ),
    reads("an array that is searched", ints)(a => k => println(Arrays.binarySearch(a, k.length))),
    reads("an array that is copied", ints)(a => _ => println(a.clone.length + Arrays.copyOf(a, 2).length)),
    reads("an array that is put into a buffer", bytes)(a => _ => println(ByteBuffer.allocate(64).put(a))),
    reads("an array as variable arguments", strings)(a => _ => println(String.format("%s", a*))),
    reads("an array that an immutable sequence stands for", ints)(a =>
      val s = ArraySeq.unsafeWrapArray(a); _ => println(s.sum)
    ),
    reads("a list in a text", list)(l => k => println(s"$k $l")),
    reads("a list that is compared", list)(l => k => println(java.util.List.of(k) == l)),
    reads("a list that is copied by Java", list)(l => _ => println(java.util.List.copyOf(l))),
    reads("a list that a list is made of", list)(l => _ => println(ArrayList(l))),
    reads("a list that is joined", list)(l => _ => println(String.join(",", l))),
    reads("a list that is read by a view", list)(l =>
      val v = Collections.unmodifiableList(l); _ => println(v.get(0))
    ),
    reads("a list that is streamed", list)(l => _ => println(l.stream.map(_.length).toList)),
    reads("a list within an option in a text", list)(l => k => println(s"$k ${Option(l)}")),
    reads("a list within a tuple that is hashed", list)(l => k => println((k, l).hashCode)),
    reads("a list within an error", list)(l =>
      k => println(scala.util.Try(throw IllegalStateException(s"$l")))
    ),
    reads("a buffer that is zipped", mutable.ArrayBuffer("a"))(b => k => println(List(k).zip(b))),
    reads("a buffer that a list is made of", mutable.ArrayBuffer("a"))(b => k => println(k :: b.toList)),
    reads("a buffer as variable arguments", mutable.ArrayBuffer("a"))(b => k => println(Set(b.toSeq*))),
    reads("a map in a view", mutable.HashMap("x" -> 1))(m => k => println(m.view.mapValues(_ + 1).get(k))),
    reads("a map as a function", mutable.HashMap("x" -> 1))(m => k => println(List(k).collect(m))),
    reads("a map that is turned into another", mutable.HashMap("x" -> 1))(m => k => println(m.toMap.get(k))),
    reads("a text as a sequence of characters", java.lang.StringBuilder("a"))(b =>
      k => println(k.contentEquals(b))
    ),
    reads("a text that a pattern searches", java.lang.StringBuilder("a"))(b =>
      _ => println("a".r.findFirstIn(b))
    ),
    reads("a text that is joined", java.lang.StringBuilder("a"))(b => k => println(String.join(k, b))),
    reads("a date that is formatted", java.util.Date())(d =>
      _ => println(java.text.SimpleDateFormat("yyyy").format(d))
    ),
    reads("a date that is compared", java.util.Date())(d => _ => println(java.util.Date().after(d))),
    reads("a date that a calendar is set to", java.util.Date())(d =>
      _ => java.util.Calendar.getInstance().setTime(d)
    ),
    reads("bits that others are combined with", BitSet())(b => _ => BitSet().or(b))
  )

  val all: List[Crossing] = filled ++ read ++ moved ++ written
end Filled
