import { Refusal } from './refusal.ts'

/**
 * Refuses time zones that the runtime does not know. Accepts known zones that are missing in the selection list,
 * because browsers send them.
 */
export function refuseUnknownZone(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    const detail = 'Choose a time zone from the list'
    throw new Refusal('invalid', { detail, fields: { timeZone: detail } })
  }
}
