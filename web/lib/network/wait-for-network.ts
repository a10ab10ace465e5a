import { sendPatiently } from './send-patiently.ts'

/**
 * Makes the router's own requests wait while there is no connection. Without this, a failed one would put an error
 * in the place of the page, and what somebody has typed there would be gone.
 */
export function waitForNetwork() {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    return isRouterRequest(request) ? sendPatiently(() => send(request.clone()), request.signal) : send(input, init)
  }
}

function isRouterRequest({ url }: Request) {
  const { origin, pathname } = new URL(url)
  return origin === location.origin && (pathname.endsWith('.data') || pathname === '/__manifest')
}
