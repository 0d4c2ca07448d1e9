package eddy.bench.peers.pekko

import eddy.bench.peers.{Done, Reports}

/** Starts work that ends with so many reports, and waits for them; their sum is the answer. */
private[pekko] def timed(expected: Int)(start: Reports => Unit): Done =
  val reports = Reports(expected)
  val began = System.nanoTime()
  start(reports)
  val answer = reports.await()
  Done(System.nanoTime() - began, answer)
