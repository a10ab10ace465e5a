import type { App } from '#server/platform/http/platform.ts'
import { serveCard } from './serve-card.ts'

export function socialCardRoutes(app: App) {
  app.get('/knowledgebase/cards/:name', { config: { counts: 'file' }, schema: { hide: true } }, serveCard)
}
