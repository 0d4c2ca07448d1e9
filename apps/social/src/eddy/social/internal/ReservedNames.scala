package eddy.social.internal

/** Names that no user can have, in any spelling that looks like them: people take them for the operator's, or
  * software takes them for something else.
  */
private[social] object ReservedNames:
  // of operators; RFC 2142; parts of addresses; words of programs
  private val names =
    "admin administrator root sysadmin superuser operator owner staff team official moderator mod support help " +
      "helpdesk service security system eddy social bot robot daemon nobody " +
      "abuse billing hostmaster info legal mail mailer-daemon marketing news noc noreply no-reply postmaster " +
      "privacy sales usenet webmaster www ftp smtp imap " +
      "about account admins album albums api app auth comment comments contact copyright device dashboard docs " +
      "explore feed feeds follow handlers health home image images inbox index job jobs like likes live login " +
      "logout metrics moderation notifications operators page pages password picture pictures poll privacy " +
      "profile ready register report reset search session sessions settings signin signout signup simulation " +
      "static status tag tags terms time totp upload uploads user username users welcome " +
      "all anonymous everybody everyone guest here me myself self someone you " +
      "null nil none undefined true false nan void deleted unknown"

  private val looks = names.split(' ').map(NameLooks.of).toSet

  /** @param look of the name */
  def has(look: String): Boolean = looks(look)
end ReservedNames
