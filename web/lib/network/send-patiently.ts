import { waitUntilOnline } from './network.ts'

/** Sends now or, without a connection, when it is back. What is sent must bear being sent twice. */
export async function sendPatiently(send: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  if (!navigator.onLine) await waitUntilOnline(signal)
  try {
    return await send()
  } catch (error) {
    if (signal?.aborted || !(error instanceof TypeError)) throw error
    await waitUntilOnline(signal)
    return sendPatiently(send, signal)
  }
}
