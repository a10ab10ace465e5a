import { expect, test } from 'vitest'
import type { MailIdentity } from './mail-identity.ts'
import { answerSubject, threadOf } from './thread.ts'

const identity = { messageIdOf: (id: string) => `<${id}@us>` } as MailIdentity
const foreign = (id: string) => ({ foreignId: id, ownId: null })
const own = (id: string) => ({ foreignId: null, ownId: id })

test('an answer stands below what the customer wrote last', () => {
  const rows = [foreign('<1@them>'), own('2'), foreign('<3@them>'), own('4')]
  expect(threadOf(identity, rows, '<3@them>')).toEqual({
    inReplyTo: '<3@them>',
    references: ['<1@them>', '<2@us>', '<3@them>'],
  })
})

test('without a mail of the customer it stands below our last', () => {
  expect(threadOf(identity, [own('1'), own('2')], null)).toEqual({
    inReplyTo: '<2@us>',
    references: ['<1@us>', '<2@us>'],
  })
})

test('the first mail of a conversation answers nothing', () => {
  expect(threadOf(identity, [], undefined)).toEqual({})
})

test.each(['Lamp', 'Re: Lamp', 'RE: re: Lamp', 'AW: WG: Lamp', 'Re[2]: Lamp'])(
  'the answer to %s has one "Re:"',
  (subject) => {
    expect(answerSubject(subject)).toMatch(/^Re: (WG: )?Lamp$/)
  },
)
