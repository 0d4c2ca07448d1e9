package eddy.launcher.config

import eddy.launcher.Run

import java.nio.file.Path

class WrongValueSuite extends eddy.testing.PatientSuite:
  /** That `eddy.conf` with this text is refused, with words of the message. */
  private def refused(name: String, text: String)(words: String*)(using munit.Location): Unit = test(name):
    given Path = Run.folderWith("eddy.conf", text)
    val run = Run("config")
    for word <- words do assert(run.err.contains(word), s"'$word' is missing in: ${run.err}")
    assertEquals(run.err.trim.linesIterator.size, 1, run.err)
    assertEquals(run.out, "")
    assertEquals(run.code, 2)

  refused(
    "a port that is no number",
    "\neddy.port = abc"
  )("eddy.port = \"abc\"", "eddy.conf:2", "whole number")
  refused("a port out of range", "eddy.port = 99999")("eddy.port = 99999", "eddy.conf:1", "from 1 to 65535")
  refused("a certificate without its key", "eddy.tls.certificate = x.pem")(
    "eddy.tls.key",
    "HTTPS needs a certificate"
  )
  refused("a key without its certificate", "eddy.tls.key = x.pem")(
    "eddy.tls.certificate",
    "HTTPS needs a certificate"
  )
  refused("PEM files beside a store", "eddy.tls { store = x.p12, certificate = a.pem, key = b.pem }")(
    "eddy.tls.store",
    "two ways"
  )
  refused("a password that cannot be read", "eddy.tls { store = x.p12, store-password-file = no-such-file }")(
    "eddy.tls.store-password-file",
    "no-such-file"
  )
  refused("another certificate without its key", "eddy.tls { store = x.p12, others = [a.pem] }")(
    "eddy.tls.others",
    "certificate:key"
  )
  refused("other certificates without a main one", "eddy.tls.others = [\"a.pem:b.pem\"]")(
    "eddy.tls.others",
    "the main one"
  )
  refused("a limit of HTTP/2 that makes no sense", "eddy.web.http2.max-resets = 0")(
    "eddy.web.http2.max-resets = 0 (",
    "must be from 1 to"
  )
  refused("a host with a port", "eddy.web.hosts = [\"shop.example:80\"]")(
    "eddy.web.hosts = [\"shop.example:80\"] (",
    "without scheme, port and path"
  )
  refused("no hosts", "eddy.web.hosts = []")("eddy.web.hosts = []", "no request could match")
  refused("a proxy by its name", "eddy.web.trusted-proxies = [proxy.example]")(
    "eddy.web.trusted-proxies = [\"proxy.example\"]",
    "must be an address such as 10.0.0.7"
  )
  refused("a header that no proxy writes", "eddy.web.forwarded-header = via")(
    "eddy.web.forwarded-header = \"via\"",
    "x-forwarded-for, forwarded"
  )
  refused("the PROXY protocol of nobody", "eddy.web.proxy-protocol = true")(
    "eddy.web.proxy-protocol = true",
    "trusted-proxies"
  )
  refused("a wrong port for operators", "eddy.metrics.port = many")(
    "eddy.metrics.port",
    "from 1 to 65535"
  )
  for hosts <- Seq(
      "",
      "eddy.host = \"0.0.0.0\"\n",
      "eddy.metrics.host = \"0.0.0.0\"\n",
      "eddy.metrics.host = localhost\n"
    )
  do
    refused(s"everybody's port for operators, $hosts", s"eddy.port = 9000\n${hosts}eddy.metrics.port = 9000")(
      "eddy.metrics.port = 9000 (",
      "must not be eddy.port"
    )
  refused("a token that is not there", "eddy.metrics.token-file = no-such-file")(
    "eddy.metrics.token-file",
    "no-such-file"
  )
  refused("a database that is none", "eddy.trading.database = oracle")(
    "eddy.trading.database = \"oracle\"",
    "embedded, memory"
  )
  refused("a product that is none", "eddy.trading.products = [\"two words\"]")(
    "eddy.trading.products",
    "two words is none"
  )
  refused("no engines", "eddy.trading.engines = 0")("eddy.trading.engines = 0", "must be from 1 to 1024")
  refused("a way to meet that is none", "eddy.trading.self-trade-of = [\"BOLT=never\"]")(
    "eddy.trading.self-trade-of",
    "BOLT=never is none"
  )
  for key <- Seq("max-orders", "max-orders-in-all", "max-orders-of-address", "keys-kept", "ended-kept") do
    refused(s"a word for a number, $key", s"eddy.trading.$key = none")(
      s"eddy.trading.$key = \"none\" (",
      "must be a whole number, or auto"
    )
  refused("a word for a size", "eddy.channels.node.history-bytes = auto")(
    "eddy.channels.node.history-bytes = \"auto\" (",
    "must be a size, such as 64 MiB, or none"
  )
  refused("no keys", "eddy.trading.keys-kept = 0")("eddy.trading.keys-kept = 0", "must be from 1 to")
  refused("too few simulated traders", "eddy.trading.simulation.traders = 1")(
    "eddy.trading.simulation.traders = 1",
    "must be from 2"
  )
  refused("a mediator that is none", "eddy.mediator.address = \"kafka://x:1\"")(
    "eddy.mediator.address = \"kafka://x:1\"",
    "eddy.conf:1",
    "redis://host:port"
  )
  refused("an address that is none", "eddy.mediator.address = \"redis:nowhere\"")(
    "eddy.mediator.address",
    "redis://host"
  )
  refused("a policy that is none", "eddy.channels.namespaces = [{ name = a, overflow = sample }]")(
    "eddy.channels.namespace.overflow = \"sample\"",
    "sample 200 ms"
  )
  refused("a sample that never comes", "eddy.channels.namespaces = [{ name = a, overflow = sample 0 s }]")(
    "every = 0 seconds"
  )
  refused(
    "a broker that is shown a key, and not known",
    "eddy.mediator { address = \"activemq:ssl://x:1\", activemq.key-store = a.p12 }"
  )(
    "eddy.mediator.activemq.trust-store",
    "which broker this node believes"
  )
  refused("a delivery that is none", "eddy.mediator.delivery = soon")(
    "eddy.mediator.delivery = \"soon\"",
    "push, pull, adaptive"
  )
  refused("a broker without its port", "eddy.mediator.address = \"activemq:tcp://x\"")(
    "eddy.mediator.address",
    "tcp://host:port"
  )
  refused("nodes at no addresses", "eddy.mediator.address = \"jgroups:somewhere\"")(
    "eddy.mediator.address = \"jgroups:somewhere\"",
    "jgroups:host:port"
  )
  refused(
    "a folder of nodes that is not there",
    "eddy.mediator.address = \"jgroups:folder:/no/such/folder\""
  )(
    "/no/such/folder",
    "the same for all nodes"
  )
  refused(
    "nodes without TLS where others reach them",
    "eddy.mediator { address = jgroups, jgroups.bind = 0.0.0.0 }"
  )("eddy.mediator.jgroups.bind = \"0.0.0.0\"", "could join as a node")
  refused("nodes that let nobody in", "eddy.mediator { address = jgroups, jgroups.key-store = a.p12 }")(
    "eddy.mediator.jgroups.trust-store",
    "which other nodes are let in"
  )
  refused("nodes that expect no node", "eddy.mediator { address = jgroups, jgroups.expects = 0 }")(
    "eddy.mediator.jgroups.expects = 0",
    "1000"
  )
  refused("SNS without a region", "eddy.mediator.address = sns")(
    "eddy.mediator.address = \"sns\"",
    "sns://region/topic"
  )
  refused("a topic that cannot be", "eddy.mediator.address = \"sns://eu-central-1/a.fifo\"")("a.fifo", "FIFO")
  refused(
    "an endpoint without a path",
    "eddy.mediator { address = \"sns://eu-central-1/chat\", sns.endpoint = \"https://a.example\" }"
  )("eddy.mediator.sns.endpoint = \"https://a.example\"", "with a path")
  refused(
    "an access key without its secret",
    "eddy.mediator { address = \"sns://eu-central-1/chat\", user = me }"
  )(
    "eddy.mediator.password-file",
    "secret of the access key"
  )
  refused("a namespace of the chat", "eddy.channels.namespaces = [{ name = chat }]")(
    "eddy.channels.namespaces",
    "which is the chat's own"
  )
  refused(
    "a namespace twice",
    "eddy.channels.namespaces = [{ name = a }, { name = a }]"
  )("\"a\" is given 2 times")
  refused(
    "a namespace without a name",
    "eddy.channels.namespaces = [{ history = 1 }]"
  )("must each have a name")
  refused("an option that no namespace has", "eddy.channels.namespaces = [{ name = a, histroy = 1 }]")(
    "\"histroy\"",
    "did you mean history?"
  )
  refused(
    "an option of a namespace that is wrong",
    "\neddy.channels.namespaces = [{ name = a, history = much }]"
  )(
    "eddy.channels.namespace.history = \"much\"",
    "eddy.conf:2",
    "whole number"
  )
  refused(
    "a buffer of a namespace that holds nothing",
    "eddy.channels.namespaces = [{ name = a, buffer-messages = 0 }]"
  )("eddy.channels.namespace.buffer-messages = 0", "must be from 1 to")
  refused(
    "a history of a namespace that is kept no time",
    "eddy.channels.namespace.history-ttl = 0 s, eddy.channels.namespaces = [{ name = a }]"
  )("eddy.channels.namespace.history-ttl", "at least one millisecond")
  refused("room for no channels", "eddy.channels.node.max-channels = 0")(
    "eddy.channels.node.max-channels = 0",
    "must be from 1 to"
  )
  refused("a limit of what a client may do", "eddy.channels.limits.answer-bytes = 1 byte")(
    "eddy.channels.limits.answer-bytes",
    "must be from 1024 to"
  )
  refused("a rate that is none", "eddy.channels.limits.reads = 7")(
    "eddy.channels.limits.reads = 7 (",
    "500 per second"
  )
  refused("namespaces that are no list", "eddy.channels.namespaces = news")("must be a list")
  refused("a secret for tokens that is none", "eddy.channels.token-secret-file = no-such-file")(
    "eddy.channels.token-secret-file",
    "no-such-file"
  )
  refused(
    "keys for tokens by an address that others can change",
    "eddy.channels.token-keys = \"http://a.example/keys\""
  )(
    "eddy.channels.token-keys",
    "must be https"
  )
  refused("a negative port", "eddy.port = -1")("eddy.port = -1", "from 1 to 65535")
  refused("a host that does not resolve", "eddy.host = no-such-host.invalid")(
    "no-such-host.invalid",
    "127.0.0.1"
  )
  refused("an empty host", "eddy.host = \"\"")("eddy.host = \"\"", "0.0.0.0")
  refused("a negative duration", "eddy.drain = -5 s")("eddy.drain = \"-5 s\"", "eddy.conf:1", "not negative")
  refused("a duration without a unit", "eddy.drain = 30")("eddy.drain = 30", "with its unit")
  refused("a duration that is none", "eddy.drain = soon")("eddy.drain = \"soon\"", "30 s")
  refused("a log level that is none", "eddy.log-level = loud")(
    "\"loud\"",
    "error, warning, info, debug, trace"
  )
  refused("a value that a module refuses", "eddy.engine.workers = 0")(
    "eddy.engine.workers = 0 (",
    "eddy.conf:1",
    "must be from 1 to 1024",
    "leave it out for the default"
  )
  refused("a wrong value in a group of a group", "eddy.web.limits.max-headers = 1")(
    "eddy.web.limits.max-headers = 1 (",
    "must be from 4 to"
  )
  refused("a transport that is none", "eddy.web.transport = pigeon")("\"pigeon\"", "auto, nio, epoll")
  refused("a size that is none", "eddy.chat.max-frame-bytes = big")("max-frame-bytes = \"big\"", "64 KiB")
  refused("values that do not go together", "eddy.chat { max-text-length = 20000 }")(
    "max-frame-bytes",
    "max-text-length"
  )
  refused("a group where a value must be", "eddy.port { number = 8080 }")("unknown key eddy.port.number")
  refused("a value where a group must be", "eddy.engine = fast")("unknown key eddy.engine", "group of keys")
  refused("null", "eddy.port = null")("eddy.port")
  refused("an unknown key, with the one that was meant", "eddy.prot = 9000")(
    "unknown key eddy.prot (",
    "eddy.conf:1",
    "did you mean eddy.port?"
  )
  refused("a key without its prefix", "port = 9000")("unknown key port (", "did you mean eddy.port?")
  refused("a key unlike any", "eddy.frobnication-factor = 9000")(
    "unknown key eddy.frobnication-factor",
    "./eddy config"
  )
  refused("a file that is not HOCON", "eddy {\n port = 80 80 }}")("eddy.conf", "docs/launcher.md")
  refused("a group that is never closed", "\neddy {\n  web { transport = nio }\n  port = 80\n")(
    "eddy.conf:2: the { there is never closed",
    "put the missing }"
  )
  refused("a list that is never closed", "eddy.trading.products = [A,\n  B\n")(
    "eddy.conf:1: the [ there is never closed",
    "put the missing ]"
  )
  refused("a group that only seems to be closed", "eddy {\n # }\n host = \"}\" // }\n")(
    "eddy.conf:1: the { there"
  )
  refused("a value without a key", "eddy.port = 80\n= 7")("eddy.conf:2: a key must stand there, not '='")
  refused("a substitution of nothing", "eddy.port = ${nothing}")("nothing")

  test("a stop may be given no time at all"):
    given Path = Run.folderWith("eddy.conf", "eddy.drain = 0 s")
    val run = Run("config")
    assertEquals(run.code, 0, run.err)

  test("a wrong option is named as the option it is"):
    val run = Run("config", "--port", "99999")
    assertEquals(run.code, 2)
    assert(run.err.contains("eddy.port = \"99999\" (option --port)"), run.err)

  test("a wrong variable is named as the variable it is"):
    given Map[String, String] = Map("EDDY_PORT" -> "http")
    val run = Run("config")
    assertEquals(run.code, 2)
    assert(run.err.contains("eddy.port = \"http\" (environment variable EDDY_PORT)"), run.err)

  test("a config file that is not there or is a folder is refused"):
    for (name, why) <- Seq("none.conf" -> "there is no such file", "." -> "it is a folder") do
      val run = Run("config", "--config", name)
      assertEquals(run.code, 2)
      assert(run.err.contains(why) && run.err.contains("--config FILE"), run.err)
end WrongValueSuite
