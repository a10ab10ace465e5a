import { expect, test } from 'vitest'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import type { ForwardingColleague } from './find-forward.ts'
import { splitForwardedHtml, splitForwardedText } from './split-forward.ts'

const colleague: ForwardingColleague = {
  address: 'carl@acme.test',
  names: ['Carl', 'Carl Test'],
  team: ['carl@acme.test', 'ada@acme.test'],
  domains: ['acme.startuptools.localhost'],
  subject: 'forward',
  isToUsAlone: true,
}

function split(mail: string, other: Partial<ForwardingColleague> = {}) {
  const isHtml = mail.startsWith('<')
  const found = (isHtml ? splitForwardedHtml : splitForwardedText)(mail, { ...colleague, ...other })
  if (!found || found === 'unclear') return found
  const { writer, subject, inner, cover, isOfTeam, isRemark } = found
  const say = (part: string) => (isHtml ? htmlToText(part) : part)
  return { writer: writer.address, subject, inner: say(inner), cover: say(cover), isOfTeam, isRemark }
}

const oven = { writer: 'fritz@example.net', subject: 'Oven', inner: 'It is cold.', isOfTeam: false }

test.each([
  [
    'Gmail, as text',
    'Serial complainer.\n\n---------- Forwarded message ---------\nFrom: Fritz Ohm <fritz@example.net>\nDate: Mon, Mar 2, 2026 at 10:15 AM\nSubject: Oven\nTo: <carl@acme.test>\n\n\nIt is cold.\n',
  ],
  [
    'Gmail',
    '<div dir="ltr">Serial complainer.<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong class="gmail_sendername" dir="auto">Fritz Ohm</strong> <span dir="auto">&lt;<a href="mailto:fritz@example.net">fritz@example.net</a>&gt;</span><br>Date: Mon<br>Subject: Oven<br>To:  &lt;<a href="mailto:carl@acme.test">carl@acme.test</a>&gt;<br></div><br><br><div dir="ltr">It is cold.</div>\n</div></div>',
  ],
  [
    'Outlook in German',
    '<div class="WordSection1"><p class="MsoNormal">Serial complainer.</p><p class="MsoNormal">&nbsp;</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>Von:</b> Fritz Ohm &lt;fritz@example.net&gt; <br><b>Gesendet:</b> Montag, 2. März 2026 10:15<br><b>An:</b> Carl<br><b>Betreff:</b> Oven</p></div></div><p class="MsoNormal">&nbsp;</p><p class="MsoNormal">It is cold.</p></div>',
  ],
  [
    'Outlook on the web',
    '<div class="elementToProof">Serial complainer.</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>De :</b> Fritz Ohm &lt;fritz@example.net&gt;<br><b>Envoyé :</b> lundi 2 mars 2026 10:15<br><b>À :</b> Carl<br><b>Objet :</b> Oven</font><div>&nbsp;</div></div><div>It is cold.</div>',
  ],
  [
    'Apple Mail',
    '<div>Serial complainer.</div><div><br><blockquote type="cite"><div>Begin forwarded message:</div><br class="Apple-interchange-newline"><div><span><b>From: </b></span><span>Fritz Ohm &lt;<a href="mailto:fritz@example.net">fritz@example.net</a>&gt;<br></span></div><div><span><b>Subject: </b></span><span><b>Oven</b><br></span></div><div><span><b>Date: </b></span><span>2 March 2026 at 10:15:00 CET<br></span></div><div><span><b>To: </b></span><span>carl@acme.test<br></span></div><br><div>It is cold.</div></blockquote></div>',
  ],
  [
    'Apple Mail, as text',
    'Serial complainer.\n\n> Anfang der weitergeleiteten Nachricht:\n> \n> Von: Fritz Ohm <fritz@example.net>\n> Betreff: Oven\n> Datum: 2. März 2026 um 10:15:00 MEZ\n> An: carl@acme.test\n> \n> It is cold.\n',
  ],
  [
    'an iPhone',
    '<div dir="ltr">Serial complainer.</div><div dir="ltr"><br>Begin forwarded message:<br><br></div><blockquote type="cite"><div dir="ltr"><b>From:</b> Fritz &lt;fritz@example.net&gt;<br><b>Date:</b> 2 March 2026<br><b>To:</b> carl@acme.test<br><b>Subject:</b> <b>Oven</b><br><br></div></blockquote><blockquote type="cite"><div dir="ltr">It is cold.</div></blockquote>',
  ],
  [
    'Thunderbird',
    '<p>Serial complainer.</p><div class="moz-forward-container"><br><br>-------- Weitergeleitete Nachricht --------<table class="moz-email-headers-table"><tbody><tr><th>Betreff: </th><td>Oven</td></tr><tr><th>Datum: </th><td>Mon, 2 Mar 2026 10:15:00 +0100</td></tr><tr><th>Von: </th><td>Fritz Ohm <a href="mailto:fritz@example.net">&lt;fritz@example.net&gt;</a></td></tr><tr><th>An: </th><td>carl@acme.test</td></tr></tbody></table><br><br><p>It is cold.</p></div>',
  ],
  [
    'Zoho',
    '<div>Serial complainer.<br></div><div class="zmail_extra"><div>============ Forwarded message ============<br>From: Fritz Ohm &lt;fritz@example.net&gt;<br>To: &lt;carl@acme.test&gt;<br>Date: Mon, 02 Mar 2026 10:15:00 +0100<br>Subject: Oven<br>============ Forwarded message ============<br></div><blockquote id="blockquote_zmail"><div>It is cold.</div></blockquote></div>',
  ],
  [
    'Proton, as text',
    'Serial complainer.\n\n------- Forwarded Message -------\nFrom: Fritz <fritz@example.net>\nDate: On Monday, March 2nd, 2026 at 10:15\nSubject: Oven\nTo: carl@acme.test\n\n> It is cold.\n',
  ],
  [
    'GMX, as text',
    'Serial complainer.\n\nGesendet: Montag, 2. März 2026 um 10:15 Uhr\nVon: "Fritz Ohm" <fritz@example.net>\nAn: carl@acme.test\nBetreff: Oven\nIt is cold.',
  ],
])('%s: the remark and what it forwards are told apart', (_, mail) => {
  expect(split(mail)).toEqual({ ...oven, cover: 'Serial complainer.', isRemark: true })
})

const gmail = (text: string, from = 'Fritz <fritz@example.net>') =>
  `---------- Forwarded message ---------\nFrom: ${from}\nDate: Mon\nSubject: Oven\n\n${text}`

test('what stands below the forwarded part is a remark too', () => {
  const html =
    '<div dir="ltr"><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Fritz &lt;fritz@example.net&gt;<br>Date: Mon<br>Subject: Oven<br></div><div>It is cold.</div></div><div>Do not refund.</div></div>'
  expect(split(html)).toMatchObject({ ...oven, cover: 'Do not refund.', isRemark: true })
  const text = `Look\n\nBegin forwarded message:\n\n> From: Fritz <fritz@example.net>\n> Subject: Oven\n> Date: Mon\n> \n> It is cold.\n\nDo not refund.`
  expect(split(text)).toMatchObject({ ...oven, cover: 'Look\n\n---\n\nDo not refund.' })
})

test('the signature of whoever forwards goes with the remark, and is none', () => {
  expect(split(`${gmail('It is cold.')}\n\n-- \nCarl Test\nAcme`)).toMatchObject({
    ...oven,
    cover: '-- \nCarl Test\nAcme',
  })
  expect(split(`-- \nCarl Test\n\n${gmail('It is cold.')}`)).toMatchObject({ ...oven, isRemark: false })
})

test('a forward of a forward is of its first writer, and all that colleagues wrote is a remark', () => {
  const text = `Second.\n\n${gmail(`First.\n\n${gmail('It is cold.')}`, 'Ada <ada@acme.test>').replace('Oven', 'Fwd: Oven')}`
  const found = split(text)
  expect(found).toMatchObject(oven)
  expect(found).toMatchObject({ cover: expect.stringMatching(/^Second\.[\s\S]*First\.$/) })
})

test.each([
  ['a mail by a colleague', gmail('Lunch?', 'Ada <ada@acme.test>')],
  ['a mail of the workspace itself', gmail('Hello', 'Acme <support@acme.startuptools.localhost>')],
])('%s is no customer’s', (_, mail) => {
  expect(split(mail)).toMatchObject({ isOfTeam: true })
})

test.each([
  ['a text that goes on with whoever forwards', `${gmail('It is cold.\n\nDo not refund.\n\nCarl Test')}`],
  ['a sender without an address that is certain', gmail('It is cold.', 'a@example.net, b@example.net')],
  [
    'a header in a language that nobody knows, above one that the customer wrote',
    `Do not refund.\n\nXyz: Fritz <fritz@example.net>\nQwe: Oven\n\nSee:\n\nFrom: Victim <victim@example.net>\nTo: a\nSubject: b\n\nMine`,
  ],
  [
    'a header in the remark, above the one of the program',
    `He wrote:\nFrom: Fritz <fritz@example.net>\nTo: a\nSubject: b\n\nHe lies.\n\n${gmail('It is cold.')}`,
  ],
  [
    'a quotation above the header',
    'Do not refund.\n\nOn Mon, 2 Mar 2026 at 10:15, Fritz <fritz@example.net> wrote:\n> See:\n> From: Victim <victim@example.net>\n> To: a\n> Subject: b\n>\n> Mine',
  ],
])('%s cannot be told apart', (_, mail) => {
  expect(split(mail)).toBe('unclear')
})

test('whoever’s name looks like an address is known by the one in brackets', () => {
  const mail = gmail('It is cold.', '"Victim <victim@example.net>" <fritz@example.net>')
  expect(split(mail)).toMatchObject({ writer: 'fritz@example.net' })
})

test('an answer that quotes is no forward, nor is a mail to others without a mark', () => {
  const outlook = 'Hello\n\nFrom: Fritz <fritz@example.net>\nSent: Monday\nTo: Carl\nSubject: Oven\n\nIt is cold.'
  expect(split(outlook, { subject: 'reply' })).toBeNull()
  expect(split(outlook, { subject: 'neither', isToUsAlone: false })).toBeNull()
  expect(split(outlook, { subject: 'neither' })).toMatchObject(oven)
})
