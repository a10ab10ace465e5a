import { sendWhenOnline } from './network.ts'

/** Makes the router's requests wait for a connection, because a failed request would replace the page with an error. */
export function waitForNetwork() {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const sendWhole = async () => wholeOf(await send(request.clone()))
    return isRouterRequest(request) ? sendWhenOnline(sendWhole, request.signal) : send(input, init)
  }
}

// Reads the whole body, so that an interrupted response counts as a lost connection. Otherwise the router would show an
// error.
async function wholeOf(answer: Response) {
  const body = answer.body && (await answer.arrayBuffer())
  return new Response(body, answer)
}

function isRouterRequest({ url }: Request) {
  const { origin, pathname } = new URL(url)
  return origin === location.origin && (pathname.endsWith('.data') || pathname === '/__manifest')
}
