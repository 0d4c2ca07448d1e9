package eddy.social.internal.database

import com.mongodb.{
  MongoConnectionPoolClearedException,
  MongoException,
  MongoInterruptedException,
  MongoNodeIsRecoveringException,
  MongoNotPrimaryException,
  MongoOperationTimeoutException,
  MongoServerUnavailableException,
  MongoSocketException,
  MongoTimeoutException,
  MongoWriteConcernException
}

/** The database did not do an operation in time, cannot be reached, or has too much to do. A write may still
  * be done.
  */
private[social] final class DatabaseUnavailable(why: String, cause: Throwable | Null = null)
    extends RuntimeException(why, cause, false, false)

private[social] object DatabaseUnavailable:
  private val DuplicateKey = 11000

  /** The failure of the driver as this program treats it. */
  def of(failure: Throwable): Throwable = failure match
    case _: MongoTimeoutException | _: MongoOperationTimeoutException | _: MongoSocketException |
        _: MongoNotPrimaryException | _: MongoNodeIsRecoveringException | _: MongoInterruptedException |
        _: MongoServerUnavailableException | _: MongoConnectionPoolClearedException |
        _: MongoWriteConcernException =>
      DatabaseUnavailable(s"the database is unavailable: ${failure.getMessage}", failure)
    // the client was closed
    case _: IllegalStateException => DatabaseUnavailable(s"the database is closed: ${failure.getMessage}")
    case mongo: MongoException if mongo.getCode == DuplicateKey => DuplicateKeyFailure()
    case other => other
end DatabaseUnavailable

/** A unique index has another document with the key. An answer, not a failure of the database. */
private[social] final class DuplicateKeyFailure extends RuntimeException("duplicate key", null, false, false)
