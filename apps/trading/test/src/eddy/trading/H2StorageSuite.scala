package eddy.trading

import java.nio.file.Files

/** On the embedded database, in files. */
class H2StorageSuite extends StorageContract, WriterContract, ReconciliationContract, SnapshotContract,
      RecoveryContract:
  private lazy val folder = Files.createTempDirectory("eddy-trading-h2").nn
  protected def urlOf(database: String): String = s"jdbc:h2:file:$folder/$database;MODE=MariaDB"
  protected def user: String = "sa"
  // the file is this process's
  protected def loseLock(config: ExchangeConfig): Unit = ()
