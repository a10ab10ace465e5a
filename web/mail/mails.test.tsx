import { expect, test } from 'vitest'
import type { AgentNotice, MailContents, MailName } from '#contract/mails.ts'
import { renderMail } from './index.tsx'

const answer: MailContents['answer'] = {
  subject: 'Re: Lamp',
  signature: ['Ada', 'Customer success', 'Halyard Support'],
  accentColor: null,
  bodyHtml: '<p>It is <b>back</b></p>',
  bodyText: 'It is back',
  portalUrl: 'https://halyard.example/customer/tickets/1',
  quoted: { author: 'Carl', sentAt: '12 Nov 2026, 10:20', bodyHtml: '<p>Where?</p>', bodyText: 'Where?\n\nCarl' },
  links: [{ name: 'big.zip', url: 'https://halyard.example/customer/tickets/1', size: '22 MB' }],
  isSolved: false,
}

const contents: MailContents = {
  'sign-in-code': {
    code: '012345',
    workspaceName: null,
    verifyUrl: 'https://app.example/auth/verify',
    lifeMinutes: 10,
  },
  'security-notice': { notice: 'refresh-token-reused', workspaceName: 'Acme', url: 'https://app.example/' },
  invitation: {
    workspaceName: 'Halyard',
    inviterName: 'Ada',
    url: 'https://app.example/i',
    role: 'AdminUser',
    lifeDays: 7,
  },
  answer,
  acknowledgement: {
    workspaceName: 'Halyard',
    accentColor: '#7a2c9d',
    number: 42,
    request: { subject: 'Lamp', mailSubject: 'Re: Lamp' },
    articles: [{ title: 'How lamps work', url: 'https://x.example/knowledgebase/article/lamps' }],
    portalUrl: 'https://x.example/',
  },
  solved: {
    ...{ workspaceName: 'Halyard', accentColor: null, number: 42 },
    request: { subject: 'Lamp', mailSubject: 'Re: Lamp' },
    portalUrl: 'https://x.example/',
  },
  'unsent-answer': {
    ticketNumber: 1042,
    subject: 'Lamp',
    url: 'https://halyard.startuptools.example/service/tickets/1',
  },
  waiting: { workspaceName: 'Halyard', address: 'support@halyard.example' },
  mention: {
    ...{ about: 'mention', actorName: 'Ada', title: 'How lamps work', field: 'Summary' },
    excerpt: '@Carl is this right?\nI doubt it.',
    url: 'https://x.example/',
  },
  review: {
    ...{ kind: 'ended', actorName: 'Ada', title: 'How lamps work', noun: 'entry', model: 'Story' },
    said: 'Say it shorter.',
    url: 'https://x.example/',
  },
  'address-code': { code: '123456', to: 'old', newAddress: 'ada@new.example', workspaceName: null, lifeMinutes: 10 },
  'handed-over': {
    ...{ workspaceName: 'Halyard', actorName: 'Ada', leaverName: 'Lea Leaver' },
    handed: [
      {
        ...{ kind: 'tickets', count: 6, listUrl: 'https://x.example/service/tickets?view=mine' },
        some: [{ title: '#42 Lamp', url: 'https://x.example/service/tickets/1' }],
      },
      { kind: 'articles', count: 1, some: [], listUrl: null },
    ],
  },
  'failed-plan': {
    ...{ plannedBy: null, planned: 'publish', title: 'How lamps work', noun: 'entry', model: 'Story', language: 'de' },
    ...{ when: '12 Nov 2026, 10:20 (Europe/Berlin)', why: 'Title: Enter a value', url: 'https://x.example/' },
  },
  'former-keys': {
    model: 'Story',
    keys: [{ formerKey: 'sum', key: 'total', until: '29 December 2026', askedBy: ['Site', null] }],
    url: 'https://x.example/',
  },
  'agent-notice': {
    notice: { code: 'customerReplied', actorName: 'Carl' },
    ticketNumber: 42,
    subject: 'Lamp',
    excerpt: 'Still dark',
    url: 'https://x.example/',
  },
}

test.each(Object.keys(contents) as MailName[])(
  'the mail %s is a page of its own, loads nothing, and says the same as text',
  (name) => {
    const { subject, html, text } = renderMail(name, contents[name])
    expect(subject).toMatch(/\w{4}/)
    expect(html).toMatch(/^<!doctype html><html lang="en">/)
    expect(html).not.toMatch(/<script|<link|\ssrc=|url\(/)
    expect(text.length).toBeGreaterThan(40)
    expect(text).not.toMatch(/<\w+/)
  },
)

test('the code stands in its mail without a link that a scanner could follow', () => {
  const { subject, html, text } = renderMail('sign-in-code', contents['sign-in-code'])
  expect(subject).toBe('Your Startup Tools code: 012345')
  const ofAcme = { ...contents['sign-in-code'], workspaceName: 'Acme' }
  expect(renderMail('sign-in-code', ofAcme).subject).toBe('Your Acme code: 012345')
  expect(html).toContain('>012345</p>')
  expect(html).not.toContain('<a ')
  expect(text).toMatch(/^Your sign-in code: 012345\n/)
})

test('an answer carries the words, the files that did not fit and what it answers', () => {
  const { subject, html, text } = renderMail('answer', answer)
  expect(subject).toBe('Re: Lamp')
  expect(html).toContain('<p>It is <b>back</b></p>')
  expect(text).toBe(
    [
      'It is back',
      'big.zip (22 MB): https://halyard.example/customer/tickets/1',
      'Ada\nCustomer success\nHalyard Support',
      'Reply to this mail, or read the whole conversation:\nhttps://halyard.example/customer/tickets/1',
      'On 12 Nov 2026, 10:20, Carl wrote:\n> Where?\n>\n> Carl\n',
    ].join('\n\n'),
  )
})

test('words of other people are text and never markup', () => {
  const { html } = renderMail('acknowledgement', {
    ...contents.acknowledgement,
    request: { subject: 'A <lamp>', mailSubject: 'Re: A <lamp>' },
  })
  expect(html).toContain('A &lt;lamp&gt;')
})

test('an acknowledgement names the articles that may answer, and has no word of them where there is none', () => {
  const [named] = contents.acknowledgement.articles
  const articles = [{ ...named!, title: 'How <lamps> work' }]
  const { html, text } = renderMail('acknowledgement', { ...contents.acknowledgement, articles })
  expect(html).toContain('href="https://x.example/knowledgebase/article/lamps"')
  expect(html).toContain('How &lt;lamps&gt; work')
  expect(text).toContain('How <lamps> work: https://x.example/knowledgebase/article/lamps')
  const without = renderMail('acknowledgement', { ...contents.acknowledgement, articles: [] })
  expect(without.html + without.text).not.toContain('may answer')
})

test('a colour that cannot be read on white gives way to ours', () => {
  const pale = renderMail('acknowledgement', { ...contents.acknowledgement, accentColor: '#ffee88' })
  expect(pale.html).toContain('background:#0b6a79')
  expect(renderMail('acknowledgement', contents.acknowledgement).html).toContain('background:#7a2c9d')
})

const notice = (given: AgentNotice) =>
  renderMail('agent-notice', { ...contents['agent-notice'], notice: given }).text.split('\n\n')[1]

test.each<[AgentNotice, string]>([
  [{ code: 'customerReplied', actorName: 'Carl' }, 'Carl wrote.'],
  [{ code: 'assigned', actorName: 'Ada' }, 'Ada assigned this ticket to you.'],
  [{ code: 'assigned', actorName: null }, 'This ticket was assigned to you.'],
  [
    {
      code: 'deliveryFailed',
      failed: [
        { recipient: 'a@b.example', reason: { code: 'mailbox-full' } },
        { recipient: 'c@d.example', reason: null },
      ],
    },
    'Your answer did not reach a@b.example. The recipient’s mailbox is full. Your answer did not reach c@d.example.',
  ],
])('a member reads in a sentence what happened: %j', (given, sentence) => {
  expect(notice(given)).toBe(sentence)
})

test('a mention says by whom, of what and in which field, with the words', () => {
  expect(renderMail('mention', contents.mention)).toMatchObject({
    subject: 'Ada mentioned you: How lamps work',
    text: expect.stringContaining(
      'Ada mentioned you in a comment on How lamps work, Summary.\n\n@Carl is this right?\nI doubt it.\n\n',
    ),
  })
  expect(renderMail('mention', { ...contents.mention, field: null }).text).toContain('a comment on How lamps work.')
})

test('a remark says what was noticed where, and its answer leads to the article', () => {
  expect(renderMail('mention', { ...contents.mention, about: 'remark', field: null })).toMatchObject({
    subject: 'A comment on How lamps work',
    text: expect.stringContaining('Ada left a comment on How lamps work.'),
  })
  expect(renderMail('mention', { ...contents.mention, about: 'answer' })).toMatchObject({
    subject: 'Answer to your comment on How lamps work',
    text: expect.stringContaining('Open the article: https://x.example/'),
  })
})

test('a review says what waits, or what came back and why', () => {
  expect(renderMail('review', contents.review)).toMatchObject({
    subject: 'Back from review: How lamps work',
    text: expect.stringContaining('Ada returned How lamps work (Story) to you.\n\nSay it shorter.\n\n'),
  })
  expect(renderMail('review', { ...contents.review, kind: 'asked', said: '' })).toMatchObject({
    subject: 'To review: How lamps work',
    text: expect.stringContaining('Ada asks you to review How lamps work (Story).\n\nOpen the entry'),
  })
  expect(renderMail('review', { ...contents.review, noun: 'article', model: null }).text).toMatch(
    /^Ada returned How lamps work to you\.\n\nSay it shorter\.\n\nOpen the article/,
  )
})

test('a code for another address says which one, to the address of before alone what the change is', () => {
  const content = contents['address-code']
  expect(renderMail('address-code', content)).toMatchObject({
    subject: 'Your Startup Tools code: 123456',
    text: expect.stringMatching(/^Your code to change the address of your account to ada@new.example: 123456\n/),
  })
  expect(renderMail('address-code', { ...content, to: 'new' }).text).toMatch(
    /^Your code to use this address for your account: 123456\n/,
  )
  const ofCustomer = renderMail('address-code', { ...content, workspaceName: 'Acme' })
  expect(ofCustomer.subject).toBe('Your Acme code: 123456')
  expect(ofCustomer.text).toContain('tell Acme')
  expect(ofCustomer.html + ofCustomer.text).not.toContain('Startup Tools')
})

test('a plan that failed says what, for when and why, and what to do', () => {
  const content = contents['failed-plan']
  expect(renderMail('failed-plan', content)).toEqual({
    subject: 'Not published: How lamps work',
    html: expect.stringContaining('>Open the entry</a>'),
    text: [
      'You scheduled How lamps work (Story) in German for publication on 12 Nov 2026, 10:20 (Europe/Berlin). It was not published for this reason:',
      'Title: Enter a value',
      'The schedule was removed. Solve the problem, then publish the entry or schedule it again.',
      'Open the entry: https://x.example/',
      'You get this mail because you scheduled the entry.\n',
    ].join('\n\n'),
  })
  const away = { ...content, planned: 'unpublish', noun: 'article', model: null, language: null } as const
  expect(renderMail('failed-plan', away).text).toMatch(
    /^You scheduled How lamps work to be unpublished on 12 Nov 2026, .*It is still published/,
  )
  const left = renderMail('failed-plan', { ...content, plannedBy: 'Paula Pine' }).text
  expect(left).toMatch(/^Paula Pine scheduled How lamps work/)
  expect(left).toMatch(
    /You get this mail because you own the entry\. Paula Pine, who scheduled it, is not active any more\.\n$/,
  )
})

test('an acknowledgement follows the request, or says its number alone to an address that never proved itself', () => {
  expect(renderMail('acknowledgement', contents.acknowledgement)).toMatchObject({
    subject: 'Re: Lamp',
    text: expect.stringContaining('Your request "Lamp" has the number #42.'),
  })
  expect(renderMail('acknowledgement', { ...contents.acknowledgement, request: null })).toMatchObject({
    subject: 'We got your message: request #42',
    text: expect.stringContaining('Your request has the number #42.'),
  })
})

test('an invitation says who invites, to what and as what', () => {
  expect(renderMail('invitation', contents.invitation)).toMatchObject({
    subject: 'You are invited to a team on Startup Tools',
    text: expect.stringMatching(/^Ada invited you to Halyard\s+Join Halyard on Startup Tools as an admin\./),
  })
})
