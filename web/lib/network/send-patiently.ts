import { keepTrying } from './network.ts'

/** Sends now, or when the connection is back. The request must be safe to repeat. */
export const sendPatiently = (send: () => Promise<Response>, signal?: AbortSignal | null) =>
  keepTrying(send, { signal, isLoss: (error) => error instanceof TypeError })
