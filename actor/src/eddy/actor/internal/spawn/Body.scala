package eddy.actor.internal.spawn

import eddy.actor.Behavior

/** What the body of an actor ends in. Bare cases are let in by the type, so that [[BodyCheck]] can refuse
  * them in its own words. Public because it is in the signatures of inlined methods; not for users.
  */
type Body[M] = Behavior[M] | PartialFunction[M, Any]
