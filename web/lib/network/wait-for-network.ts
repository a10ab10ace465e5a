import { waitUntilOnline } from './network.ts'

/**
 * Makes the router's own requests wait while there is no connection. Without this, a failed one would put an error
 * in the place of the page, and what somebody has typed there would be gone.
 */
export function waitForNetwork() {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    return isRouterRequest(request) ? sendPatiently(send, request) : send(input, init)
  }
}

function isRouterRequest({ url }: Request) {
  const { origin, pathname } = new URL(url)
  return origin === location.origin && (pathname.endsWith('.data') || pathname === '/__manifest')
}

async function sendPatiently(send: typeof fetch, request: Request): Promise<Response> {
  if (!navigator.onLine) await waitUntilOnline(request.signal)
  try {
    return await send(request.clone())
  } catch (error) {
    if (request.signal.aborted || !(error instanceof TypeError)) throw error
    await waitUntilOnline(request.signal)
    return sendPatiently(send, request)
  }
}
