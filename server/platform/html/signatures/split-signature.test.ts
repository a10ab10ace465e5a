import { expect, test } from 'vitest'
import { splitQuotedHtml, splitQuotedText } from '#server/platform/html/quotes/split-quote.ts'
import { cleanMailHere } from '#server/platform/mail-parsing/workers/clean-mail-here.ts'
import { sized } from '#test/sized.ts'
import { isSentFrom } from './sent-from.ts'

const ann = 'Ann Example<br>Acme GmbH, Lange Str. 1<br>Tel. +49 30 123456'
const gmailQuote =
  '<div class="gmail_quote"><div class="gmail_attr">On Thu, 12 Mar 2026 Acme wrote:</div><blockquote class="gmail_quote">Earlier words.</blockquote></div>'
const outlookQuote =
  '<div id="divRplyFwdMsg"><b>From:</b> Acme<br><b>Sent:</b> Thursday<br><b>To:</b> Ann</div><p>Earlier words.</p>'

test.each([
  [
    'Gmail',
    `<div dir="ltr">My answer.<br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">${ann}</div></div>`,
    gmailQuote,
  ],
  ['Outlook on the web', `<div>My answer.</div><div id="Signature"><p>${ann}</p></div>`, outlookQuote],
  ['Outlook, passed on', `<div>My answer.</div><div id="x_Signature"><p>${ann}</p></div>`, outlookQuote],
  [
    'Outlook on a phone',
    `<div>My answer.</div><div id="ms-outlook-mobile-signature">Ann Example<br>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div>`,
    outlookQuote,
  ],
  ['Apple Mail', `<div>My answer.</div><div id="AppleMailSignature" dir="ltr">Ann Example</div>`, ''],
  [
    'an iPhone',
    `My answer.<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Ann Example</div>`,
    '<blockquote type="cite">Am 12.03.2026 schrieb Acme:<br>Earlier words.</blockquote>',
  ],
  ['Thunderbird', `<p>My answer.</p><div class="moz-signature">-- <br>${ann}</div>`, ''],
  [
    'Thunderbird, in plain letters',
    `<p>My answer.</p><pre class="moz-signature" cols="72">-- \nAnn Example\nAcme</pre>`,
    '',
  ],
  ['a line of two dashes', `<p>My answer.</p><p>--&nbsp;</p><p>${ann}</p>`, ''],
  ['a phone', `<p>My answer.</p><div>Von meinem iPhone gesendet</div>`, ''],
  [
    'a company with a notice',
    `<p>My answer.</p><div id="Signature"><p>${ann}</p><p>This e-mail is confidential and intended for its recipient alone. If you have received it in error, tell the sender and delete it.</p></div>`,
    outlookQuote,
  ],
  [
    'a company with a logo',
    `<p>My answer.</p><div id="Signature"><p>Ann Example</p><img src="cid:logo" width="120" height="40"></div>`,
    '',
  ],
])('the signature of %s folds by itself', (_, mail, quote) => {
  const { body, signature, quoted } = splitQuotedHtml(mail + quote)
  expect(body).toContain('My answer.')
  expect(body).not.toMatch(/Ann|Earlier|iPhone|Outlook/)
  expect(signature).toMatch(/Ann Example|iPhone/)
  expect(signature).not.toContain('Earlier')
  expect(quoted?.includes('Earlier words.') ?? null).toBe(quote === '' ? null : true)
})

test.each([
  ['a question in it', `<p>Hi</p><div class="gmail_signature">Ann<br>Could you send me another one?</div>`],
  ['a text in it', `<p>Hi</p><div id="Signature">The second printer has the same fault, look at it too.</div>`],
  ['a text below it', `<p>Hi</p><div class="gmail_signature">Ann</div><p>And one more thing.</p>`],
  ['a text below two dashes', `<p>Hi</p><p>--&nbsp;</p><p>the lamp also flickers since last week and nobody came</p>`],
  ['a postscript', `<p>Hi</p><div class="moz-signature">Ann<br>PS: Call before noon</div>`],
  [
    'a screenshot in it',
    `<p>Hi</p><div class="gmail_signature">Ann<br><img src="cid:ii_1" width="562" height="300"></div>`,
  ],
  ['nothing above it', `<div class="gmail_signature">${ann}</div>`],
  ['two dashes without a space', `<p>Hi</p><p>--</p><p>Ann Example</p>`],
  [
    'Japanese words in it',
    `<p>Hi</p><div id="Signature">もう一つのランプも先週から点滅していますので、あわせて確認していただけますか</div>`,
  ],
  ['more lines than a signature has', `<p>Hi</p><p>--&nbsp;</p>${'<p>Order 17</p>'.repeat(40)}`],
])('HTML with a mark of a signature and %s stays in view', (_, html) => {
  expect(splitQuotedHtml(html)).toEqual({ body: html, signature: null, quoted: null })
})

test('a plain text folds its signature, and below a signature the quotation', () => {
  expect(splitQuotedText('My answer.\n\n-- \nAnn\nAcme\n\nOn 12 Mar 2026 Acme wrote:\n> Earlier words.')).toEqual({
    body: 'My answer.',
    signature: '-- \nAnn\nAcme',
    quoted: 'On 12 Mar 2026 Acme wrote:\n> Earlier words.',
  })
  const dashes = 'My list:\n\n--\nLamp\nOven'
  expect(splitQuotedText(dashes)).toEqual({ body: dashes, signature: null, quoted: null })
})

test.each([
  ...[
    'Sent from my iPhone',
    'Sent from my Samsung Galaxy smartphone.',
    'Sent from Mail for Windows 10',
    'Sent from my phone',
  ],
  ...[
    'Get Outlook for iOS<https://aka.ms/o0ukef>',
    'Get [Outlook for Android](https://aka.ms/AAb9ysg)',
    'Sent from Outlook for iOS',
  ],
  ...['Sent from Yahoo Mail on Android', 'Sent with Proton Mail secure email.', 'Von meinem iPhone gesendet'],
  ...['Von meinem Samsung Galaxy Smartphone gesendet.', 'Gesendet von Outlook für iOS', 'Outlook für iOS beziehen'],
  ...['Gesendet mit der GMX Mail App', 'Envoyé de mon iPhone', 'Envoyé à partir de Outlook pour Android'],
  ...[
    'Télécharger Outlook pour iOS',
    'Enviado desde mi iPhone',
    'Obtener Outlook para Android',
    'Enviado do meu iPhone',
  ],
  ...['Obter o Outlook para iOS', 'Inviato da iPhone', 'Inviato dal mio iPhone', 'Ottieni Outlook per Android'],
  ...[
    'Verstuurd vanaf mijn iPhone',
    'Outlook voor iOS downloaden',
    'Wysłane z iPhone’a',
    'Pobierz aplikację Outlook dla systemu iOS',
  ],
  ...[
    'Sendt fra min iPhone',
    'Hent Outlook til iOS',
    'Skickat från min iPhone',
    'Lähetetty iPhonesta',
    'Odesláno z iPhonu',
  ],
  ...[
    'Odoslané z iPhonu',
    'Trimis de pe iPhone-ul meu',
    'iPhone’umdan gönderildi',
    'Отправлено с iPhone',
    'Надіслано з iPhone',
  ],
  ...['Στάλθηκε από το iPhone μου', 'iPhoneから送信', '发自我的iPhone', '從我的 iPhone 傳送', '나의 iPhone에서 보냄'],
  ...[
    'נשלח מה-iPhone שלי',
    'Dikirim dari iPhone saya',
    'Đã gửi từ iPhone của tôi',
    'ส่งจาก iPhone ของฉัน',
    'Poslano z mojega iPhone',
  ],
  ...[
    'Saadetud minu iPhone',
    'Išsiųsta iš mano iPhone',
    'Nosūtīts no mana iPhone',
    'أُرسلت من الـ iPhone',
    'Az iPhone-omról küldve',
  ],
])('“%s” is by a program', (line) => {
  expect(isSentFrom(line)).toBe(true)
})

test.each([
  ...[
    'Sent from Berlin last week',
    'Sent from my iPhone yesterday but nothing came',
    'Get Outlook to work again',
    'Get a new phone',
  ],
  ...[
    'Sent from Berlin by mail',
    'Sent with DHL',
    'Enviado desde Madrid',
    'Gesendet mit DHL am Montag',
    'Download',
    '从北京发送',
  ],
  ...['Outlook', 'Get Outlook for iOS? It does not start', 'Von meinem Konto abgebucht', 'My iPhone was sent'],
])('“%s” is by a person', (line) => {
  expect(isSentFrom(line)).toBe(false)
})

test('what is folded stays in the HTML, in its place, and the text is as it was', () => {
  const bodies = { text: null, pictureUrls: { logo: '/files/logo' } }
  const html = `<div>My answer.</div><div id="Signature">Ann<br><img src="cid:logo" width="90" alt="Acme"> <a href="https://acme.example">Site</a></div>`
  const { bodyHtml, bodyText, quotedText } = cleanMailHere({ ...bodies, html })
  expect(bodyHtml).toMatch(
    /^<div>My answer\.<\/div><details><summary>Signature<\/summary><div>Ann<br \/><img[^>]*src="\/files\/logo"[^>]*\/> <a [^>]*>Site<\/a><\/div><\/details>$/,
  )
  expect(bodyText).toMatch(/^My answer\.\n+Ann\n/)
  expect(bodyText).not.toContain('Signature')
  expect(quotedText).toBeNull()
  const plain = cleanMailHere({ html: null, text: 'My <answer>.\n\n-- \nAnn', pictureUrls: {} })
  expect(plain.bodyHtml).toMatch(
    /My &lt;answer&gt;\.<\/div><details><summary>Signature<\/summary><div [^>]*>-- \nAnn<\/div><\/details>$/,
  )
  expect(plain.bodyText).toBe('My <answer>.\n\n-- \nAnn')
})

test('a mail cannot bring a fold of its own', () => {
  const html = '<p>Hi</p><details><summary>Signature</summary>I want my money back.</details>'
  expect(cleanMailHere({ html, text: null, pictureUrls: {} }).bodyHtml).not.toContain('<details>')
})

test.each([
  ['words below marks', `Hi\n${'-- \n'.repeat(20)}${'word '.repeat(sized(100_000, 900_000))}`],
  ['marks', '-- \n'.repeat(sized(100_000, 500_000))],
  ['programs', 'Sent from my iPhone\n'.repeat(sized(50_000, 200_000))],
  ['one line of them', 'Sent from my '.repeat(sized(50_000, 300_000))],
])('megabytes of %s are read', (_, text) => {
  const { body, signature } = splitQuotedText(text)
  expect(body.length + (signature?.length ?? 0)).toBeGreaterThan(0)
  expect(splitQuotedHtml(text.replaceAll('\n', '<br>')).body.length).toBeGreaterThan(0)
})
