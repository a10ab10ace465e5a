import { keepTrying } from './network.ts'

/** Sends now or, without a connection, when it is back. What is sent must bear being sent twice. */
export const sendPatiently = (send: () => Promise<Response>, signal?: AbortSignal | null) =>
  keepTrying(send, { signal, isLoss: (error) => error instanceof TypeError })
