import { line, visible } from './endpoint.ts'

export const externalIdRefusals = {
  'external-id-taken': { status: 409, text: 'This external id is already in use' },
} as const

export const ExternalIdOfWorkspace = line(255).min(1, 'Enter an id')

const mostOfExternalId = 200

export const ExternalId = visible()
  .min(1)
  .max(mostOfExternalId, `Use at most ${mostOfExternalId} characters`)
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed')
