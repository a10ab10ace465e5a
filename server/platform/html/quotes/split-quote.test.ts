import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { sanitizeMailHtml } from '#server/platform/html/sanitize-html.ts'
import { sized } from '#test/sized.ts'
import { splitQuotedHtml, splitQuotedText } from './split-quote.ts'

const folder = new URL('./fixtures/', import.meta.url)
const readQuote = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const show = (html: string) => htmlToText(sanitizeMailHtml(html, { cidUrl: () => null }).html)

test.each(globSync('html/*.mail', { cwd: fileURLToPath(folder) }))(
  '%s parts into what is new and what was quoted',
  (file) => {
    const { body, quoted } = splitQuotedHtml(readQuote(file))
    expect(show(body)).toContain('My answer.')
    expect(show(body)).not.toMatch(/Earlier words\.|support@acme\.example|Acme/)
    expect(show(quoted!)).toContain('Earlier words.')
  },
)

test.each(globSync('txt/*.mail', { cwd: fileURLToPath(folder) }))(
  '%s parts into what is new and what was quoted',
  (file) => {
    const { body, quoted } = splitQuotedText(readQuote(file))
    expect(body).toBe('My answer.')
    expect(quoted).toContain('Earlier words.')
  },
)

test('both halves are whole documents: what is open at the cut is closed, and opened again', () => {
  const { body, quoted } = splitQuotedHtml(
    '<div style="color:navy"><b>Mine</b><blockquote type="cite"><i>Theirs</i></blockquote></div>',
  )
  expect(body).toBe('<div style="color:navy"><b>Mine</b></div>')
  expect(quoted).toBe('<div style="color:navy"><blockquote type="cite"><i>Theirs</i></blockquote></div>')
})

test.each([
  ['answers between quoted lines', 'On 12 Mar 2026 Acme wrote:\n> Which size?\nLarge.\n> Which colour?\nRed.'],
  [
    'answers between quoted lines, below a greeting',
    'Hi,\n\nOn Thu, Mar 12, 2026 at 10:15 AM Acme <\nsupport@acme.example> wrote:\n> Which size?\nLarge.\n> Which colour?\nRed.',
  ],
  ['a last quoted line after such answers', 'Hello\n> Which size?\nLarge.\n> Which colour?'],
  ['nothing above the quotation', '> Which size?\n> Which colour?'],
  ['an answer below the quotation', 'On 12 Mar 2026 Acme wrote:\n> Which size?\n\nLarge.'],
  [
    'a forwarded mail',
    'See below\n\n---------- Forwarded message ---------\nFrom: Bob <bob@x.example>\nDate: Thu\nSubject: Order\n\nBroken!',
  ],
  ['a list of fields that is no header', 'From: Vienna\nWe go by train.\nTomorrow.'],
  ['plain words', 'On Monday I wrote:\nplease help'],
])('text with %s is not cut', (_, text) => {
  expect(splitQuotedText(text)).toEqual({ body: text, signature: null, quoted: null })
})

test.each([
  [
    'answers between the quoted lines of Gmail',
    '<div class="gmail_quote"><div class="gmail_attr">On 12 Mar 2026 Acme wrote:</div><blockquote class="gmail_quote">Which size?</blockquote><div>Large.</div><blockquote class="gmail_quote">Which colour?</blockquote><div>Red.</div></div>',
  ],
  [
    'answers below a greeting in Thunderbird',
    '<p>Hi,</p><div class="moz-cite-prefix">Am 12.03.26 um 10:15 schrieb Acme &lt;support@acme.example&gt;:</div><blockquote type="cite">Which size?</blockquote><p>Large.</p><blockquote type="cite">Which colour?</blockquote><p>Red.</p>',
  ],
  ['an answer below the quotation', '<blockquote type="cite">Which size?</blockquote><p>Large.</p>'],
  ['a quotation that is the whole mail', '<blockquote type="cite">Which size?</blockquote>'],
  [
    'a forwarded mail of Gmail',
    '<div>FYI</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: <b>Bob</b> &lt;bob@x.example&gt;<br>Date: Thu<br>Subject: Order<br>To: Ann</div>It is broken.</div>',
  ],
  ['a quotation that the writer chose', '<p>The manual says:</p><blockquote>Press the button.</blockquote>'],
  ['5,000 elements in each other', `<p>Mine</p>${'<div>'.repeat(5_000)}<blockquote type="cite">x`],
])('HTML with %s is not cut', (_, html) => {
  expect(splitQuotedHtml(html)).toEqual({ body: html, signature: null, quoted: null })
})

test('a picture alone is an answer', () => {
  const { body, quoted } = splitQuotedHtml('<img src="cid:a"><blockquote type="cite">Which one?</blockquote>')
  expect({ body, quoted }).toEqual({
    body: '<img src="cid:a">',
    quoted: '<blockquote type="cite">Which one?</blockquote>',
  })
})

test.each([
  ['quoted lines', '> a\n'.repeat(sized(150_000, 500_000))],
  ['senders', 'From: a\n'.repeat(sized(100_000, 300_000))],
  ['empty lines', `a${'\n'.repeat(sized(1_000_000, 3_000_000))}> b`],
  ['one long line', `On 12 Mar ${'wrote: '.repeat(sized(150_000, 600_000))}`],
])('megabytes of %s are split', (_, text) => {
  expect(lengthOf(splitQuotedText(text))).toBeGreaterThan(0)
  expect(lengthOf(splitQuotedHtml(text.replaceAll('\n', '<br>')))).toBeGreaterThan(0)
})

const lengthOf = ({ body, quoted }: { body: string; quoted: string | null }) => body.length + (quoted?.length ?? 0)
