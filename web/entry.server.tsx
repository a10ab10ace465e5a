import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { api, apiOf, sessionCookies } from '#web/lib/api.ts'
import { areaManifest, areaOf, type Manifest } from '#web/lib/area-manifest.ts'
import { endReading, filesProblem, guardRedirect, nonce as nonceContext, reportError, site } from '#web/lib/context.ts'
import { NonceContext } from '#web/lib/nonce-context.ts'

/** React Router compares contexts by identity, so the server must import the contexts from this build. */
export const contexts = {
  ...{ api, apiOf, endReading, sessionCookies, guardRedirect, filesProblem, nonce: nonceContext, reportError, site },
}

/** Renders the whole page before the first byte is sent, so that a failed rendering can still set the HTTP status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  await loadContext.get(endReading)()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const failures: unknown[] = []
  const page = { ...routerContext, manifest: manifestFor(routerContext) }
  const html = await renderPage(request, page, loadContext.get(nonceContext), failures)
  for (const failure of failures) loadContext.get(reportError)(failure)
  return new Response(html, { status: failures.length > 0 ? 500 : status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(reportError)(error)
}

const manifests = new Map<string, Manifest>()

// Returns a manifest with only the routes of this area. In development, it has all routes.
function manifestFor({ manifest, staticHandlerContext }: EntryContext): Manifest {
  if (import.meta.env.DEV) return manifest
  const area = areaOf(manifest, staticHandlerContext.matches.at(-1)?.route.id ?? 'errors/not-found')
  const known = manifests.get(area) ?? areaManifest(manifest, area)
  manifests.set(area, known)
  return known
}

const renderPage = (request: Request, routerContext: EntryContext, nonce: string, failures: unknown[]) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
        onError: (error) => void failures.push(error),
      },
    )
  })
