import { Refusal } from './refusal.ts'

/** Refuses unknown time zones. Accepts known zones outside the selection list, because browsers send them. */
export function refuseUnknownZone(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    const detail = 'Choose a time zone from the list'
    throw new Refusal('invalid', { detail, fields: { timeZone: detail } })
  }
}
