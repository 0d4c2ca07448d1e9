package eddy.social.internal.database

import eddy.social.internal.embedded.EmbeddedServer

/** On the server in memory. */
class MemoryStoreSuite extends StoreContract:
  protected def server(): EmbeddedServer = EmbeddedServer.inMemory(connections = 16)
