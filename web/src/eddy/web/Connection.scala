package eddy.web

import eddy.state.Confined

/** One request and its response, for services written as one handler: see [[Server.start]].
  *
  * Named as in Bonetta et al., "Node.Scala" (Euro-Par 2012), figure 2.
  */
@Confined
final class Connection private[web] (val req: Request, val res: Response)
