package eddy.launcher.config

import eddy.chat.ChatConfig
import eddy.runtime.EngineConfig
import eddy.web.ServerConfig

class ReferenceSuite extends munit.FunSuite:
  private val defaults = Settings.from(Layers.reference)

  test("the defaults of reference.conf are those of the classes"):
    assertEquals(defaults.engine, EngineConfig())
    assertEquals(defaults.web, ServerConfig())
    assertEquals(defaults.chat, ChatConfig())

  test("only this machine can reach the server by default"):
    assert(!defaults.isOpen)
