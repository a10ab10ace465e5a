import type { App } from '#server/platform/http/platform.ts'
import { keepServed } from './keep-served.ts'
import { serveMedia } from './serve-media.ts'

export function mediaDeliveryRoutes(app: App) {
  const kept = keepServed(app.platform)
  app.addHook('onClose', async () => kept.close())
  app.get('/media/:name', { config: { counts: 'file' }, schema: { hide: true } }, serveMedia(kept))
}
