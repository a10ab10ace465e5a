import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { Pages } from './serve-pages.ts'

export async function createDevelopmentBuild(
  root: string,
  rootDomain: string,
): Promise<Pages & { close(): Promise<void> }> {
  const vite = await createServer({
    root,
    appType: 'custom',
    // Loads the config natively. By default Vite writes a copy of its config, and `node --watch` would restart because
    // of the new file.
    configLoader: 'native',
    server: { middlewareMode: true, allowedHosts: [`.${rootDomain}`, rootDomain], hmr: { port: 24_678 } },
  })
  return {
    load: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    middleware: (request: IncomingMessage, response: ServerResponse) =>
      new Promise<void>((resolve, reject) =>
        vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve())),
      ),
    close: () => vite.close(),
  }
}
