import { z } from 'zod'
import { fieldKind } from './field-kind.ts'

/** A point in time (ISO 8601 with an offset), stored and delivered in UTC. */
export const datetime = fieldKind({
  name: 'datetime',
  settings: {
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'Choose a time zone such as Europe/Zagreb')
      .optional()
      .describe('IANA time zone for editing and display. Default: the time zone of the workspace'),
  },
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
