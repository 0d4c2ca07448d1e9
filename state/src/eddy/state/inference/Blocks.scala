package eddy.state.inference

/** Basic blocks of a method that wait to be run, first come, first served, each with what flows into it. By the index of
  * their first instruction.
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
