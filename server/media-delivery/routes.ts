import type { App } from '#server/platform/http/platform.ts'
import { serveMedia } from './serve-media.ts'

export function mediaDeliveryRoutes(app: App) {
  app.get('/media/:name', { config: { counts: 'file' }, schema: { hide: true } }, serveMedia)
}
