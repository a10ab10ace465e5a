import { keepTrying } from './network.ts'

export const sendPatiently = (send: () => Promise<Response>, signal?: AbortSignal | null) =>
  keepTrying(send, { signal, isLoss: (error) => error instanceof TypeError })
