import { sendPatiently } from './send-patiently.ts'

/**
 * Makes the router's own requests wait while there is no connection. Without this, a failed one would put an error
 * in the place of the page, and what somebody has typed there would be gone.
 */
export function waitForNetwork() {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const sendWhole = async () => wholeOf(await send(request.clone()))
    return isRouterRequest(request) ? sendPatiently(sendWhole, request.signal) : send(input, init)
  }
}

/** An answer that breaks off, as where the page is being left, did not come: the router would take it for an error. */
async function wholeOf(answer: Response) {
  const body = answer.body && (await answer.arrayBuffer())
  return new Response(body, answer)
}

function isRouterRequest({ url }: Request) {
  const { origin, pathname } = new URL(url)
  return origin === location.origin && (pathname.endsWith('.data') || pathname === '/__manifest')
}
