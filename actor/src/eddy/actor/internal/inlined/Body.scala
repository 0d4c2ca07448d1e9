package eddy.actor.internal.inlined

import eddy.actor.Behavior

/** The result type of an actor's body. It admits bare cases, so that [[BodyCheck]] can reject them with a
  * message of its own. Public because it is in the signatures of inlined methods; not for users.
  */
type Body[M] = Behavior[M] | PartialFunction[M, Any]
