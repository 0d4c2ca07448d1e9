package eddy.bench.contest

/** Why a contender has no figure. */
private[bench] enum Fault derives CanEqual:
  /** It said itself that it cannot do this. */
  case Unable(text: String)

  /** It hung, died or did not keep to the talk. */
  case Broken(text: String)

  /** It did the work wrong: its time means nothing. */
  case Wrong(text: String)

  def text: String
