package eddy.bench.push.load

import eddy.bench.web.load.WebClient

/** What a server must do right before it is measured: a few clients in two channels, short and long messages, all at once. */
private[bench] object Conversation:
  /** @throws LoadFailure for what is wrong */
  def check(client: WebClient, port: Int, talk: Talk): Unit =
    for letter <- Seq(Letter(0), Letter(), Letter(5000)) do
      val party = new Party(client, port, talk, 6, 2, letter)
      try
        val load = BurstLoad(party.open(), 6)
        for _ <- 1 to 3 do load.run(60, Rtt.histogram())
      finally party.close()
