package eddy.runtime.internal

import eddy.runtime.spi.CurrentWorker

/** 128 bytes that are never written, before the fields of a subclass. Fields of two workers in one cache
  * line, or in the next one, which processors fetch along, would make each wait for the other at every task;
  * and a collector puts objects next to each other as it likes. The JVM lays out the fields of a superclass
  * first.
  */
private[internal] abstract class Padding:
  private[internal] var before0, before1, before2, before3, before4, before5, before6, before7, before8,
      before9, before10, before11, before12, before13, before14, before15 = 0L

private[internal] abstract class WorkerPadding extends CurrentWorker:
  private[internal] var before0, before1, before2, before3, before4, before5, before6, before7, before8,
      before9, before10, before11, before12, before13, before14, before15 = 0L

/** The fields that a worker writes for every task it runs, between two gaps. */
private[internal] abstract class WorkerState extends WorkerPadding:
  // the task to run next; put by the owner, taken by the owner, or by a thief when the owner is stuck
  @volatile private[internal] var slot: Runnable | Null = null
  // owner only: tasks taken from the slot in a row
  private[internal] var chained = 0
  private[internal] var looks = 0
  // owner only: the running task
  private[internal] var task: Runnable | Null = null
  // written by the owner without a fence, read by the monitor and by people
  @volatile private[internal] var turns = 0L
  @volatile private[internal] var events = 0L
  @volatile private[internal] var busy = false
  // by the monitor: the turn that should be short
  @volatile private[internal] var longTurn = -1L

private[internal] abstract class PaddedWorkerState extends WorkerState:
  private[internal] var after0, after1, after2, after3, after4, after5, after6, after7, after8, after9,
      after10, after11, after12, after13, after14, after15 = 0L

/** The positions of a run queue, between two gaps. */
private[internal] abstract class Positions extends Padding:
  // moved by compare-and-set, owner and thieves
  @volatile private[internal] var head = 0
  // written by the owner alone
  @volatile private[internal] var tail = 0

private[internal] abstract class PaddedPositions extends Positions:
  private[internal] var after0, after1, after2, after3, after4, after5, after6, after7, after8, after9,
      after10, after11, after12, after13, after14, after15 = 0L
