package eddy.launcher.config

import eddy.chat.ChatConfig
import eddy.runtime.EngineConfig
import eddy.web.ServerConfig

import java.nio.file.{Files, Path}

import com.typesafe.config.ConfigRenderOptions

class ReferenceSuite extends munit.FunSuite:
  private val defaults = Settings.from(Layers.reference)

  test("the defaults of reference.conf are those of the classes"):
    assertEquals(defaults.engine, EngineConfig())
    assertEquals(defaults.web, ServerConfig())
    assertEquals(defaults.chat, ChatConfig())

  test("docs/launcher.md lists every key with its default"):
    val page = Files.readString(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "launcher.md"))
    for (key, value) <- Keys.leaves(Layers.reference) do
      val default = value.render(ConfigRenderOptions.concise).stripPrefix("\"").stripSuffix("\"")
      val row =
        if key == "eddy.engine.workers" then s"| `$key` | number of cores |" else s"| `$key` | `$default` |"
      assert(page.contains(row), s"docs/launcher.md has no row $row")

  test("only this machine can reach the server by default"):
    assert(!defaults.isOpen)
