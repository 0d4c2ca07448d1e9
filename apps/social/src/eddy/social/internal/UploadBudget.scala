package eddy.social.internal

import eddy.state.Pure

import java.util.concurrent.locks.ReentrantLock

/** Bounds the bytes on the disk of uploads that are under way: of all users together, and of each. Any thread
  * may call. Handlers need no lock for it: it has its own.
  */
@Pure
private[social] final class UploadBudget(maxBytes: Long, maxBytesOfUser: Long):
  private val lock = new ReentrantLock
  // guarded by lock
  private var ofUsers = Map.empty[String, Long]

  /** Reserves the bytes. False if they are too many now. */
  def reserve(user: String, bytes: Long): Boolean =
    lock.lock()
    try
      val own = ofUsers.getOrElse(user, 0L) + bytes
      val isWithin = own <= maxBytesOfUser && ofUsers.values.sum + bytes <= maxBytes
      if isWithin then ofUsers = ofUsers.updated(user, own)
      isWithin
    finally lock.unlock()

  def release(user: String, bytes: Long): Unit =
    lock.lock()
    try
      val rest = ofUsers.getOrElse(user, 0L) - bytes
      ofUsers = if rest > 0 then ofUsers.updated(user, rest) else ofUsers.removed(user)
    finally lock.unlock()

  /** Bytes that are reserved. */
  def reserved: Long =
    lock.lock()
    try ofUsers.values.sum
    finally lock.unlock()
end UploadBudget
