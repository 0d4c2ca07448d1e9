package eddy.web.tapir

import eddy.web.Routes
import eddy.web.tapir.internal.{EndpointRoutes, Waiting}

import sttp.apispec.openapi.Info
import sttp.monad.IdentityMonad
import sttp.shared.Identity
import sttp.tapir.AnyEndpoint
import sttp.tapir.swagger.SwaggerUIOptions
import sttp.tapir.swagger.bundle.SwaggerInterpreter

/** The OpenAPI document of endpoints, and a page that shows it and tries it out (Swagger UI, from the class
  * path: nothing is fetched from elsewhere).
  */
object OpenApi:
  /** `/docs`, the page, and `/docs/docs.yaml`, the document.
    * @param title and `version` of the service, for the document
    * @param path where they are, such as `/docs` or `/internal/docs`
    */
  def routes(
      endpoints: List[AnyEndpoint],
      title: String,
      version: String,
      path: String = "/docs"
  ): Routes =
    val segments = path.split("/").filter(_.nonEmpty).toList
    val options = SwaggerUIOptions.default.pathPrefix(segments)
    val pages =
      SwaggerInterpreter(swaggerUIOptions = options).fromEndpoints[Identity](endpoints, Info(title, version))
    // the document is written by now
    EndpointRoutes.own(pages, Waiting.Direct)(using IdentityMonad)
end OpenApi
