package eddy.trading.internal

import java.sql.SQLException

import com.zaxxer.hikari.SQLExceptionOverride
import com.zaxxer.hikari.SQLExceptionOverride.Override

/** Tells the pool which connections to the embedded database it must not use again.
  *
  * After some failures, such as a full disk, SQLite has already rolled back the transaction
  * (sqlite.org/lang_transaction.html, section 3). Its driver does not notice: from then on each statement of
  * that connection is a transaction of its own, and each commit fails.
  */
private[trading] final class EndedTransactions extends SQLExceptionOverride:
  override def adjudicate(failure: SQLException): Override =
    val isOver = String.valueOf(failure.getMessage).contains("no transaction is active")
    if isOver || EndedTransactions.codes(failure.getErrorCode) then Override.MUST_EVICT
    else Override.CONTINUE_EVICT

private object EndedTransactions:
  // SQLITE_NOMEM, SQLITE_INTERRUPT, SQLITE_IOERR and SQLITE_FULL
  private val codes = Set(7, 9, 10, 13)
