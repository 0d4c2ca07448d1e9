package eddy.inference.internal.code

import eddy.inference.internal.bytecode.MethodCode

/** Basic blocks of a method that wait to be run, each with what flows into it, by the index of their first
  * instruction. The first in the code runs first, so that most run when all that leads to them was run.
  */
private[inference] final class Blocks(instructions: Int):
  private val frames = new Array[Frame | Null](instructions + 1)
  private val waiting = java.util.BitSet(instructions)
  private var waysInto: Array[Ways | Null] | Null = null

  /** @param from the instruction that leads there */
  def flow(from: Int, to: Int, frame: Frame): Unit =
    val there = frames(to)
    val ways = waysTo(to)
    if there == null then
      frames(to) = frame.copy()
      if frame.reach != Reach.Always then put(to, Ways(from, frame.copy()))
      wait(to)
    else if ways == null then
      if there.merge(frame) then wait(to)
    else
      ways.add(from, frame)
      val joined = ways.joined
      if !ways.areDistinct then put(to, null)
      if joined != there then
        frames(to) = joined
        wait(to)

  /** The method returns this there. */
  def returns(from: Int, frame: Frame): Unit = flow(from, instructions, frame)

  /** With what the method returns on top of the stack; null if it never returns. */
  def returned: Frame | Null = frames(instructions)

  private def waysTo(block: Int): Ways | Null =
    val all = waysInto
    if all == null then null else all(block)
  private def put(block: Int, ways: Ways | Null): Unit =
    val all = waysInto match
      case null => new Array[Ways | Null](instructions + 1)
      case before => before
    waysInto = all
    all(block) = ways

  private def wait(block: Int): Unit = if block < instructions then waiting.set(block)

  def areWaiting: Boolean = !waiting.isEmpty

  def next(): Int =
    val block = waiting.nextSetBit(0)
    waiting.clear(block)
    block

  /** What flows into it. */
  def frame(block: Int): Frame = frames(block).nn
end Blocks

private[inference] object Blocks:
  /** Runs a method body: each block as often as what flows into it grows. Inline, as calls in each other are
    * run in each other.
    *
    * @param perform
    *   does the instruction at an index, and says whether the next one may follow
    * @return
    *   what flows out of it, see [[Blocks.returned]]
    */
  inline def run(code: MethodCode, entry: Frame)(inline perform: (Int, Frame, Blocks) => Boolean): Frame |
    Null =
    val instructions = code.instructions
    val leaders = code.leaders
    val blocks = Blocks(instructions.length)
    blocks.flow(-1, 0, entry)
    while blocks.areWaiting do
      var i = blocks.next()
      val frame = blocks.frame(i).copy()
      var inBlock = true
      while inBlock do
        val goesOn = perform(i, frame, blocks)
        val targets = instructions(i).targets
        val condition = frame.takeCondition()
        var t = 0
        while t < targets.length do
          blocks.flow(i, targets(t), if condition == null then frame else frame.decided(i, condition, true))
          t += 1
        i += 1
        if !goesOn || i >= instructions.length then inBlock = false
        else
          val after = if condition == null then frame else frame.decided(i - 1, condition, false)
          if leaders(i) then
            blocks.flow(i - 1, i, after)
            inBlock = false
    blocks.returned
  end run
end Blocks
