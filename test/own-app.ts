import { afterAll } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createApp } from '#server/app.ts'
import type { App } from '#server/platform/http/platform.ts'
import { newPlatform, platform, settings } from '#test/world.ts'

/** Creates a server with additional endpoints for the test. */
export async function ownApp(addEndpoints: (app: App) => void, stands = platform): Promise<App> {
  const own = await createApp(stands)
  afterAll(() => own.close())
  addEndpoints(own)
  await own.ready()
  return own
}

/**
 * Creates a server with the normal database timeouts. The other test servers use timeouts that are six times as long.
 */
export async function impatientApp(pages?: Parameters<typeof createApp>[1]): Promise<App> {
  const { platform: stands, close } = newPlatform(1)
  const own = await createApp(stands, pages)
  afterAll(async () => {
    await own.close()
    await close()
  })
  await own.ready()
  return own
}

type Asking = {
  token?: string
  host?: string
  query?: string
  body?: object
  headers?: Record<string, string>
  remoteAddress?: string
}

/** Returns a function that calls endpoints of the server `own`. */
export const callOf =
  (own: App) =>
  ({ method, path }: Endpoint, { token, host, query, body, headers, remoteAddress }: Asking = {}) =>
    own.inject({
      method,
      url: query ? `${path}?${query}` : path,
      headers: { host: host ?? settings.apiHost, ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body && { payload: body }),
      ...(remoteAddress && { remoteAddress }),
    })
