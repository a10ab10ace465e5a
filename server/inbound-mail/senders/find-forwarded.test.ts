import { expect, test } from 'vitest'
import { findForwarded } from './find-forwarded.ts'

const mail = (subject: string, text: string) => ({ subject, text })

test.each([
  [
    'Gmail',
    '---------- Forwarded message ---------\nFrom: Fritz Ohm <fritz@example.net>\nDate: Mon\nSubject: Oven\nTo: a',
  ],
  ['Apple Mail', 'Begin forwarded message:\n\n> From: "Fritz Ohm" <fritz@example.net>\n> Subject: Oven\n> Date: Mon'],
  [
    'Outlook',
    '________________________________\nFrom: Fritz Ohm <fritz@example.net>\nSent: Monday\nTo: a\nSubject: Oven',
  ],
  ['Outlook in German', 'Von: Fritz Ohm [mailto:fritz@example.net]\nGesendet: Montag\nAn: a\nBetreff: Oven'],
])('%s says who wrote what it passes on', (_, text) => {
  const forwarded = findForwarded(mail('WG: Oven', `Please take this one.\n\n${text}\n\nIt is cold.`))
  expect(forwarded).toEqual({ name: 'Fritz Ohm', address: 'fritz@example.net', subject: 'Oven' })
})

test('an answer that quotes is no forward', () => {
  expect(findForwarded(mail('Re: Oven', 'From: Fritz <fritz@example.net>'))).toBeNull()
})

test('a forward that names nobody stays with whoever sent it', () => {
  expect(findForwarded(mail('Fwd: Oven', 'Look at this'))).toBeNull()
})
