import { expect, test } from 'vitest'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import { describeDelivery } from './describe-delivery.ts'

test.each<[DeliveryReason, string]>([
  [{ code: 'unknown-address' }, 'The recipient’s mail server says that this address does not exist.'],
  [{ code: 'refused', answer: 'who are you?' }, 'The mail server refuses this mail: “who are you?”'],
  [{ code: 'refused', answer: null }, 'The mail server refuses this mail: it gave no reason.'],
  [{ code: 'bounced', answer: '550 5.1.1 no such user' }, '550 5.1.1 no such user'],
  [{ code: 'bounced', answer: null }, 'The mail came back.'],
  [{ code: 'bounced-with-status', status: '5.1.1' }, 'The mail server answered 5.1.1.'],
  [{ code: 'noted', text: 'What an earlier version wrote.' }, 'What an earlier version wrote.'],
])('whoever wrote a mail reads why it did not arrive: %j', (reason, sentence) => {
  expect(describeDelivery(reason)).toBe(sentence)
})

test('a page that is older than the server says the name of a code that it does not know', () => {
  expect(describeDelivery({ code: 'eaten-by-dog' } as unknown as DeliveryReason)).toBe('eaten by dog')
})
