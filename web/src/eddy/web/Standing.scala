package eddy.web

/** Whose work a route's requests are, when too much is under way. */
private[eddy] enum Standing derives CanEqual:
  /** Admitted as far as the server has room. */
  case Application

  /** The server's own pages, such as `/metrics`: they do not count as the application's work, and few are
    * admitted at a time.
    */
  case Own

  /** `/ready`: requests for the other pages must not keep it from a load balancer. */
  case Ready

  /** `/health`, for the same reason. */
  case Health
