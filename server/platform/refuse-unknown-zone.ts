import { Refusal } from './refusal.ts'

/**
 * Refuses time zones that the runtime does not know. All others are accepted, because browsers send the time zone of
 * their system.
 */
export function refuseUnknownZone(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    const detail = 'Choose a time zone from the list'
    throw new Refusal('invalid', { detail, fields: { timeZone: detail } })
  }
}
