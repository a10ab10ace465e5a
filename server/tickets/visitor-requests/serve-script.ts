import type { EmbeddedForm } from '#contract/tickets/embedded-form.ts'
import type { App } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Serves the script of the form on other sites, from the host of a workspace. */
export function serveFormScript(app: App) {
  const { settings, reading } = app.platform
  app.route({
    method: ['GET', 'HEAD'],
    url: '/customer/form.js',
    config: { counts: 'visitor' },
    schema: { hide: true },
    handler: async ({ productHost }, reply) => {
      if (productHost.kind !== 'workspace' || !productHost.label) throw new Refusal('not-found')
      const given: EmbeddedForm = { api: settings.apiOrigin, workspaceName: productHost.label }
      return reply
        .header('Access-Control-Allow-Origin', '*')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('Cache-Control', 'public, max-age=300')
        .type('text/javascript; charset=utf-8')
        .send(`const __given = ${JSON.stringify(given)}\n${reading.requestForm}\n`)
    },
  })
}
