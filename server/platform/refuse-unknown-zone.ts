import { Refusal } from './refusal.ts'

/**
 * Refuses time zones that the runtime does not know. Zones outside the list are accepted, because browsers send them.
 */
export function refuseUnknownZone(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    const detail = 'Choose a time zone from the list'
    throw new Refusal('invalid', { detail, fields: { timeZone: detail } })
  }
}
