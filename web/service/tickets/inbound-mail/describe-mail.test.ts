import { expect, test } from 'vitest'
import type { MailAuthentication, MailDecision, MailEvidence } from '#contract/tickets/mail-decisions.ts'
import { describeAuthentication, describeDecision, describeEvidence } from './describe-mail.ts'

test.each<[MailDecision, string]>([
  [{ code: 'opened-ticket', number: 1042 }, 'It belongs to no ticket, so it created #1042.'],
  [{ code: 'reply-on-ticket', number: 1042 }, 'It is a reply on ticket #1042, by somebody on it.'],
  [
    { code: 'note-by-stranger', number: 7, sender: 'eve@example.org' },
    'It is an internal note on ticket #7: eve@example.org is not on this ticket.',
  ],
  [
    { code: 'bounce-of-answer', recipient: 'ann@example.org', reason: { code: 'mailbox-full' } },
    'The mail to ann@example.org came back: The recipient’s mailbox is full.',
  ],
  [
    { code: 'too-many-tickets', sender: 'eve@example.org', most: 20 },
    'eve@example.org opened more than 20 tickets within an hour.',
  ],
  [{ code: 'too-deep' }, 'The parts of this mail are nested more than 20 deep. Its source is kept.'],
  [
    { code: 'restored' },
    'This mail was restored from a backup that was made before the mail was assigned to a ticket.',
  ],
  [{ code: 'noted', text: 'What an earlier version wrote.' }, 'What an earlier version wrote.'],
])('the team reads what became of a mail: %j', (decision, sentence) => {
  expect(describeDecision(decision)).toBe(sentence)
})

test.each<[MailEvidence, string]>([
  [{ code: 'many-servers', hops: 60 }, 'It has passed 60 servers.'],
  [
    { code: 'header-says-no-person', header: 'Auto-Submitted' },
    'The header Auto-Submitted says that no person sent it.',
  ],
  [{ code: 'names-ticket', number: 1042 }, 'Its subject names #1042.'],
  [
    { code: 'answers-elsewhere', sender: 'a@example.org', replyTo: 'b@example.org' },
    'It comes from a@example.org and asks for replies to b@example.org.',
  ],
])('the team reads on what evidence: %j', (evidence, sentence) => {
  expect(describeEvidence(evidence)).toBe(sentence)
})

const found = (result: MailAuthentication['checks'][number]['result']): MailAuthentication => ({
  ...{ from: 'ann@northwind.example', sender: 'silent', by: 'server' },
  checks: [{ method: 'dkim', result, domain: 'northwind.example' }],
})

test.each<[MailAuthentication, string[]]>([
  [found('pass'), ['DKIM passed for northwind.example.']],
  [found('fail'), ['DKIM failed for northwind.example.']],
  [found('none'), ['DKIM has no result for northwind.example.']],
  [found('unanswered'), ['DKIM was not checked for northwind.example: its DNS did not answer.']],
  [
    { ...found('pass'), by: 'relay' },
    ['DKIM passed for northwind.example.', 'Your own mail server reported these results.'],
  ],
  [
    { ...found('pass'), by: 'nobody', checks: [] },
    ['Its sender was not checked: your own mail server delivered it without a result of this check.'],
  ],
  [{ ...found('pass'), from: '' }, ['It does not name exactly one sender.']],
])('the team reads how far a sender is authenticated: %j', (authentication, lines) => {
  expect(describeAuthentication(authentication)).toEqual(lines)
})
