package eddy.web

/** Where a value stands in HTML, which decides how it is escaped (OWASP, Cross Site Scripting Prevention). */
private[web] enum HtmlPlace derives CanEqual:
  case Text

  /** In an attribute between quotes. */
  case Attribute

  /** In an attribute that holds an address: the beginning of it, with its scheme. */
  case Address

  /** Behind a slash with which the address begins: two would begin the name of a host. */
  case AddressRoot
  case AddressPath

  /** In the name of a host, or after `?` or `#`. */
  case AddressPart
