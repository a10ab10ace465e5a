import type { App } from '#server/platform/http/platform.ts'

type Report = { body?: Record<string, unknown>; 'csp-report'?: Record<string, unknown> }

/** Browsers report what the content security policy blocked. Only the directive and the route are logged. */
export function cspReportRoutes(app: App) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of ['application/reports+json', 'application/csp-report']) {
      scope.addContentTypeParser(
        type,
        { parseAs: 'string', bodyLimit: 16_384 },
        scope.getDefaultJsonParser('error', 'error'),
      )
    }
    scope.post(
      '/api/csp-report',
      { config: { isOpen: true, counts: 'report' }, schema: { hide: true } },
      async (request, reply) => {
        for (const report of [request.body].flat().slice(0, 10) as Report[]) {
          const { effectiveDirective, 'violated-directive': violated } = report?.body ?? report?.['csp-report'] ?? {}
          const directive = [effectiveDirective, violated].find((named) => typeof named === 'string') ?? ''
          request.log.warn({ directive: directive.slice(0, 60) }, 'a page broke its content security policy')
        }
        return reply.code(204).send()
      },
    )
  })
}
