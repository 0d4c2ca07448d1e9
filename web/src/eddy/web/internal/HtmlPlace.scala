package eddy.web.internal

/** Where a value stands in HTML, which decides how it is escaped (OWASP, Cross Site Scripting Prevention). */
private[web] enum HtmlPlace derives CanEqual:
  case Text

  /** In an attribute between quotes. */
  case Attribute

  /** In an attribute that holds an address: at its beginning, within its path, after its `?` or `#`. */
  case Address, AddressPath, AddressQuery
