import type { App } from '#server/platform/http/platform.ts'
import { serveFile } from './serve-file.ts'

export function articleFileRoutes(app: App) {
  app.get('/knowledgebase/files/:name', { config: { counts: 'file' }, schema: { hide: true } }, serveFile)
}
