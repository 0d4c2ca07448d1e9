package eddy.inference.internal.code

import eddy.inference.internal.bytecode.MethodCode

/** Basic blocks of a method that wait to be run, first come, first served, each with what flows into it. By
  * the index of their first instruction.
  */
private[inference] final class Blocks(instructions: Int):
  private val frames = new Array[Frame | Null](instructions)
  private val isWaiting = new Array[Boolean](instructions)

  // a ring; none waits twice
  private val waiting = new Array[Int](instructions)
  private var first = 0
  private var count = 0

  def flow(to: Int, frame: Frame): Unit =
    val there = frames(to)
    if there == null then
      frames(to) = frame.copy()
      enqueue(to)
    else if there.merge(frame) then enqueue(to)

  private def enqueue(block: Int): Unit = if !isWaiting(block) then
    isWaiting(block) = true
    waiting((first + count) % instructions) = block
    count += 1

  def areWaiting: Boolean = count > 0

  def next(): Int =
    val block = waiting(first)
    isWaiting(block) = false
    first = (first + 1) % instructions
    count -= 1
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
    */
  inline def run(code: MethodCode, entry: Frame)(inline perform: (Int, Frame, Blocks) => Boolean): Unit =
    val instructions = code.instructions
    val leaders = code.leaders
    val blocks = Blocks(instructions.length + 1)
    blocks.flow(0, entry)
    while blocks.areWaiting do
      var i = blocks.next()
      val frame = blocks.frame(i).copy()
      var inBlock = true
      while inBlock do
        val goesOn = perform(i, frame, blocks)
        val targets = instructions(i).targets
        var t = 0
        while t < targets.length do
          blocks.flow(targets(t), frame)
          t += 1
        i += 1
        if !goesOn || i >= instructions.length then inBlock = false
        else if leaders(i) then
          blocks.flow(i, frame)
          inBlock = false
  end run
end Blocks
