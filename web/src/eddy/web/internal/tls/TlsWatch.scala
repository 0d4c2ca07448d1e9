package eddy.web.internal.tls

import eddy.web.TlsReload
import eddy.web.internal.ServerCore

import java.lang.System.Logger.Level.INFO

/** Loads certificates that have changed. */
private[eddy] object TlsWatch:
  def look(core: ServerCore): Unit =
    val contexts = core.tls
    if contexts != null then
      contexts.reloadIfChanged() match
        case TlsReload.Loaded =>
          System.getLogger("eddy.web").log(INFO, "the TLS certificates have been renewed")
        case TlsReload.Kept(reason) =>
          core.engine.report(
            IllegalStateException(s"$reason; the old certificates stay in use"),
            "the TLS files' watch"
          )
        case _ => ()
