import { z } from 'zod'
import { fieldKind } from './field-kind.ts'

/** A moment (ISO 8601 with its offset), kept and delivered in UTC. */
export const datetime = fieldKind({
  name: 'datetime',
  settings: {
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'Choose a time zone such as Europe/Zagreb')
      .optional()
      .describe('IANA time zone by whose clocks it is written and shown; that of the workspace, unless said'),
  },
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
