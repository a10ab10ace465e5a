import { visible } from './endpoint.ts'

export const mostOfExternalId = 200

/** What a program calls an entry by; any text of one line. */
export const ExternalId = visible()
  .min(1)
  .max(mostOfExternalId, `Use at most ${mostOfExternalId} characters`)
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed')
