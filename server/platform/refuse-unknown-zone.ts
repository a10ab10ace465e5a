import { Refusal } from './refusal.ts'

/** Accepts every IANA time zone of the runtime, because browsers send theirs. */
export function refuseUnknownZone(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    const detail = 'Choose a time zone from the list'
    throw new Refusal('invalid', { detail, fields: { timeZone: detail } })
  }
}
