import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { describe, expect, test } from 'vitest'
import { showMailOfMessage } from '#contract/tickets/messages.ts'
import { as } from '#test/ask.ts'
import { askedOfDns, publish } from '#test/dns.ts'
import { decisionsOn, mailFromOutside, mailIn, rawMailIn, supportOf } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId } from '#test/mailed-ticket.ts'
import { acme, owner } from '#test/world.ts'

const support = supportOf(acme)
const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const publishKey = (domain: string) => publish('TXT', `s1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${publicKey}`)
const publishPolicy = (domain: string, policy = 'v=DMARC1; p=reject') => publish('TXT', `_dmarc.${domain}`, policy)

let count = 0
const newDomain = () => `sender${++count}.test`

type MailInput = { from: string; to?: string; text?: string; headers?: string[] }

const write = ({ from, to = support, text = 'It flickers.', headers = [] }: MailInput, messageId: string) =>
  [`From: ${from}`, `To: ${to}`, 'Subject: Lamp', `Message-ID: ${messageId}`, ...headers, '', text, ''].join('\r\n')

async function sign(raw: string, domain: string) {
  const signature = { signingDomain: domain, selector: 's1', privateKey }
  const { signatures } = await dkimSign(raw, { ...signature, signatureData: [signature] })
  return signatures + raw
}

const plain = async (raw: string) => raw
type Sent = MailInput & { signed?: (raw: string) => Promise<string>; envelopeFrom?: string; address?: string }

async function sendFromOutside({ signed = plain, envelopeFrom = 'bounces@mailer.test', address, ...written }: Sent) {
  const messageId = newMessageId()
  const raw = await signed(write(written, messageId))
  await mailFromOutside({ from: envelopeFrom, to: written.to ?? support, raw, ...(address && { address }) })
  return decided(messageId)
}

async function decided(messageId: string) {
  const [decision] = await decisionsOn(messageId)
  const { rows } = await owner.query('select authentication, network from inbound_mails where id = $1', [decision!.id])
  return { ...decision!, ...rows[0] }
}

const at = (domain: string) => `paula@${domain}`

test('a mail that its domain signed is its own, and the team reads so', async () => {
  const domain = newDomain()
  publishKey(domain)
  publishPolicy(domain)
  const mail = await sendFromOutside({ from: at(domain), signed: (raw) => sign(raw, domain) })
  expect(mail.authentication).toMatchObject({ from: at(domain), sender: 'aligned', by: 'server' })
  const params = { id: mail.ticketId!, messageId: mail.messageId! }
  const { authentication } = await as(acme.agent)(showMailOfMessage, { params })
  expect(authentication?.checks).toEqual([
    { method: 'dkim', result: 'pass', domain },
    { method: 'spf', result: 'none', domain },
    { method: 'dmarc', result: 'pass', domain },
  ])
})

test('a mail from a server that its domain names is its own', async () => {
  const domain = newDomain()
  publish('TXT', domain, 'v=spf1 ip4:198.51.100.25 -all')
  publishPolicy(domain)
  const mail = await sendFromOutside({ from: at(domain), envelopeFrom: at(`bounce.${domain}`) })
  expect(mail.authentication).toMatchObject({ sender: 'failed' })
  publish('TXT', `bounce.${domain}`, 'v=spf1 ip4:198.51.100.25 -all')
  expect(await sendFromOutside({ from: at(domain), envelopeFrom: at(domain) })).toMatchObject({
    authentication: { sender: 'aligned' },
  })
  expect(await sendFromOutside({ from: at(domain), envelopeFrom: at(`bounce.${domain}`) })).toMatchObject({
    authentication: { sender: 'aligned' },
  })
})

const dkimOf = (domain: string) => (raw: string) => sign(raw, domain)

test.each<[string, 'aligned' | 'silent' | 'failed', (domain: string) => Sent]>([
  ['without a policy, signed', 'aligned', (domain) => ({ from: at(domain), signed: dkimOf(domain) })],
  ['of a domain that publishes nothing', 'silent', () => ({ from: at(newDomain()) })],
  [
    'signed by another domain',
    'silent',
    (domain) => ({ from: at(newDomain()), signed: dkimOf(domain), envelopeFrom: at(domain) }),
  ],
  [
    'changed after it was signed',
    'silent',
    (domain) => ({
      from: at(domain),
      signed: async (raw) => (await sign(raw, domain)).replace('flickers', 'flackers'),
    }),
  ],
  [
    'with a From above the one that was signed',
    'failed',
    (domain) => ({ from: at(domain), signed: async (raw) => `From: boss@${domain}\r\n${await sign(raw, domain)}` }),
  ],
  [
    'with two people in From',
    'failed',
    (domain) => ({ from: `${at(domain)}, boss@${domain}`, signed: dkimOf(domain) }),
  ],
])('a mail %s is %s', async (_, sender, written) => {
  const domain = newDomain()
  publishKey(domain)
  expect(await sendFromOutside(written(domain))).toMatchObject({ authentication: { sender } })
})

describe('an address beyond ASCII is vouched for by its domain in ASCII', () => {
  const ascii = 'xn--mller-kva'

  test.each([
    ['as it is', (domain: string) => `Jörg <jörg@${domain.replace(ascii, 'müller')}>`],
    ['with a domain in ASCII', (domain: string) => `jörg@${domain}`],
    ['encoded within the address', (domain: string) => `=?utf-8?q?J=C3=B6rg?= <=?utf-8?q?j=C3=B6rg?=@${domain}>`],
  ])('%s', async (_, writtenAs) => {
    const domain = `${ascii}.${newDomain()}`
    publishKey(domain)
    publishPolicy(domain)
    const from = writtenAs(domain)
    const signed = await sendFromOutside({ from, signed: (raw) => sign(raw, domain) })
    expect(signed.authentication).toMatchObject({ from: `jörg@${domain}`, sender: 'aligned' })
    expect(await sendFromOutside({ from })).toMatchObject({ authentication: { sender: 'failed' } })
  })

  test('and by its servers', async () => {
    const domain = `${ascii}.${newDomain()}`
    publish('TXT', domain, 'v=spf1 ip4:198.51.100.25 -all')
    publishPolicy(domain)
    const address = `jörg@${domain.replace(ascii, 'müller')}`
    const mail = { from: address, envelopeFrom: address }
    expect(await sendFromOutside(mail)).toMatchObject({ authentication: { sender: 'aligned' } })
    expect(await sendFromOutside({ ...mail, address: '192.0.2.9' })).toMatchObject({
      authentication: { sender: 'failed' },
    })
  })
})

test('a domain that names its servers and no policy disowns the others', async () => {
  const domain = newDomain()
  publish('TXT', domain, 'v=spf1 ip4:192.0.2.1 ~all')
  expect(await sendFromOutside({ from: at(domain) })).toMatchObject({ authentication: { sender: 'failed' } })
})

test('more text behind what a signature covers is not vouched for', async () => {
  const domain = newDomain()
  publishKey(domain)
  publishPolicy(domain)
  const signed = async (raw: string) => {
    const signature = { signingDomain: domain, selector: 's1', privateKey, maxBodyLength: 5 }
    return (await dkimSign(raw, { ...signature, signatureData: [signature] })).signatures + raw
  }
  expect(await sendFromOutside({ from: at(domain), signed })).toMatchObject({ authentication: { sender: 'failed' } })
})

test('a DNS that never answers holds a mail up for three seconds at most, and nothing was checked', async () => {
  const domain = newDomain()
  for (const name of [domain, `_dmarc.${domain}`, `s1._domainkey.${domain}`, '_dmarc.test'])
    publish('TXT', name, 'never')
  const mail = await sendFromOutside({ from: at(domain), signed: dkimOf(domain) })
  publish('TXT', '_dmarc.test', 'v=spf1')
  expect(mail).toMatchObject({ state: 'done', authentication: { sender: 'silent' } })
  expect(mail.authentication.checks).toEqual([
    { method: 'dkim', result: 'unanswered', domain },
    { method: 'spf', result: 'unanswered', domain },
    { method: 'dmarc', result: 'unanswered', domain },
  ])
})

test('whoever has a slow DNS of their own keeps no policy of another from being read', async () => {
  const [victim, own] = [newDomain(), newDomain()]
  publishPolicy(victim)
  publish('TXT', `s1._domainkey.${own}`, 'never')
  publish('TXT', own, 'never')
  const mail = await sendFromOutside({ from: at(victim), envelopeFrom: at(own), signed: dkimOf(own) })
  expect(mail).toMatchObject({ authentication: { sender: 'failed' } })
  expect(askedOfDns.filter((question) => question.endsWith(own))).toEqual([])
})

test('a mail over this machine is judged by nobody, and no DNS is asked', async () => {
  const before = askedOfDns.length
  const messageId = newMessageId()
  const headers = { 'Authentication-Results': 'mx.elsewhere.test; dmarc=pass header.from=example.org' }
  await mailIn({ from: 'a@example.org', to: support, subject: 'S', text: 'T', messageId, headers })
  expect(await decided(messageId)).toMatchObject({ authentication: { sender: 'silent', by: 'nobody', checks: [] } })
  expect(askedOfDns).toHaveLength(before)
})

test.each<[string, string, string]>([
  ['a pass for the domain of From', 'aligned', 'dmarc=pass (p=reject) header.from=example.org'],
  ['a pass for another domain', 'silent', 'dmarc=pass header.from=evil.test'],
  ['a failure', 'failed', 'dkim=pass header.d=evil.test; dmarc=fail header.from=example.org'],
  ['a pass in a comment', 'silent', '(dmarc=pass header.from=example.org) none'],
  ['a pass in a quoted word', 'silent', 'x=y z.w="; dmarc=pass header.from=example.org"'],
  ['a signature of the domain', 'aligned', 'dkim=pass header.d=example.org; spf=fail smtp.mailfrom=a@evil.test'],
  ['a server that the domain does not name', 'failed', 'spf=softfail smtp.mailfrom=a@example.org; dmarc=none'],
  ['no answer of the DNS', 'silent', 'dmarc=temperror header.from=example.org'],
])('a trusted relay is believed: with %s the sender is %s', async (_, sender, results) => {
  const messageId = newMessageId()
  const headers = [`Authentication-Results: Relay.test 1; ${results}`]
  await rawMailIn(write({ from: 'a@example.org', headers }, messageId), support)
  expect(await decided(messageId)).toMatchObject({ authentication: { sender, by: 'relay' } })
})

test('the network of a mail is the last hop before the machines of our own', async () => {
  const [relayed, direct] = [newMessageId(), newMessageId()]
  const received =
    'Received: from a.example (r.example [203.0.113.50]) by relay.test\r\nReceived: from x ([192.0.2.66]) by y'
  await rawMailIn(`${received}\r\n${write({ from: 'a@example.org' }, relayed)}`, support)
  await mailFromOutside({ from: '', to: support, raw: `${received}\r\n${write({ from: 'a@example.org' }, direct)}` })
  expect(await decided(relayed)).toMatchObject({ network: '203.0.113.50' })
  expect(await decided(direct)).toMatchObject({ network: '198.51.100.25' })
})

test('the address of a ticket makes a reply of what the domain of its sender vouches for or says nothing about', async () => {
  const mailed = await mailedTicket(acme)
  const say = (result: string) => ({ 'Authentication-Results': `relay.test; dmarc=${result} header.from=example.org` })
  const reply = async (headers: Record<string, string>, written: object = {}) => {
    await mailIn({ from: mailed.from, to: mailed.answer.replyTo, subject: 'Re', text: 'T', headers, ...written })
    return (await messagesOf(acme, mailed.id)).at(-1)!.kind
  }
  expect(await reply({})).toBe('reply')
  expect(await reply(say('pass'))).toBe('reply')
  expect(await reply(say('fail'))).toBe('note')
  expect(await reply(say('pass'), { from: 'eve@example.org', replyTo: mailed.from })).toBe('note')
  expect(await reply(say('pass'), { to: support, subject: `[#${mailed.number}]` })).toBe('reply')
  expect(await reply(say('fail'), { to: support, inReplyTo: mailed.answer.messageId })).toBe('note')
})

test('a mail that would not be believed waits with what was found about its sender', async () => {
  const mailed = await mailedTicket(acme)
  const forged = await sendFromOutside({ from: mailed.from, to: /<(.*)>/.exec(mailed.answer.replyTo)![1]! })
  expect(forged).toMatchObject({ decision: { code: 'reply-on-ticket' }, authentication: { sender: 'silent' } })
  publishPolicy('example.org')
  const disowned = await sendFromOutside({ from: mailed.from, to: /<(.*)>/.exec(mailed.answer.replyTo)![1]! })
  expect(disowned).toMatchObject({
    decision: { code: 'note-by-unproven-sender' },
    evidence: [{ code: 'sent-to-ticket' }, { code: 'sender-unchecked' }],
    authentication: { sender: 'failed' },
  })
  expect((await messagesOf(acme, mailed.id)).at(-1)).toMatchObject({ kind: 'note', flags: ['stranger'] })
})
