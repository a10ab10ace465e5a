import { expect, test } from 'vitest'
import { readWrittenDate } from './read-written-date.ts'

const latest = new Date('2026-03-05T12:00:00Z')

test.each([
  ['Mon, 2 Mar 2026 10:15:00 +0100', '2026-03-02T09:15:00.000Z'],
  ['Mon, Mar 2, 2026 at 10:15 AM', '2026-03-02T09:15:00.000Z'],
  ['Monday, March 2, 2026 3:15 PM', '2026-03-02T14:15:00.000Z'],
  ['Montag, 2. März 2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['Montag, 2. März 2026 um 10:15 Uhr', '2026-03-02T09:15:00.000Z'],
  ['lundi 2 mars 2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['lun. 2 mars 2026 à 10:15', '2026-03-02T09:15:00.000Z'],
  ['lunes, 2 de marzo de 2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['lunedì 2 marzo 2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['segunda-feira, 2 de março de 2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['maandag 2 maart 2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['poniedziałek, 2 marca 2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['02.03.2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['02/03/2026 10:15', '2026-03-02T09:15:00.000Z'],
  ['3/2/2026 10:15 AM (GMT+01:00)', '2026-03-02T09:15:00.000Z'],
  ['2026年3月2日 10:15', '2026-03-02T09:15:00.000Z'],
])('%s', (written, date) => {
  expect(readWrittenDate(written, { offset: 60, latest })?.toISOString()).toBe(date)
})

test.each(['yesterday', '31.02.2026 10:15', 'Mon, 2 Mar 2027 10:15:00 +0100', '2 Mar 1999', ''])(
  '%j says no time',
  (written) => {
    expect(readWrittenDate(written, { offset: 60, latest })).toBeNull()
  },
)
