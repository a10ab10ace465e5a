import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { sized } from '#test/sized.ts'
import { hostileHtml } from './fixtures/hostile-html.ts'
import { composedTags, mailTags } from './safe-elements.ts'
import { sanitizeComposedHtml, sanitizeMailHtml } from './sanitize-html.ts'

const clean = (html: string) =>
  sanitizeMailHtml(html, { cidUrl: (contentId) => (contentId === 'known' ? '/img/1' : null) })

const safeAttribute: Record<string, RegExp> = {
  href: /^(?:https?:\/\/|mailto:|tel:)/,
  src: /^(?:\/img\/|data:image\/(?:png|jpeg|gif|webp);base64,)/,
  style: /^(?!.*(?:url|expression|position|behavior|binding|\\|\/\*|@)).*$/,
  target: /^_blank$/,
  rel: /^noopener noreferrer nofollow$/,
}

function findFaults(html: string, tags: string[]): string[] {
  const faults: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!tags.includes(name)) faults.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        const isKnown =
          /^(?:width|height|alt|title|align|valign|bgcolor|color|dir|lang|border|cell\w+|\w+span|face|size)$/.test(
            attribute,
          )
        if (!(safeAttribute[attribute]?.test(value) ?? isKnown)) faults.push(`${attribute}=${value}`)
      }
    },
    oncomment: (text) => faults.push(`<!--${text}`),
    onprocessinginstruction: (text) => faults.push(text),
  })
  parser.end(html)
  return faults
}

test.each(hostileHtml)('nothing in %j gets through', (html) => {
  expect(findFaults(clean(html).html, mailTags)).toEqual([])
  expect(findFaults(sanitizeComposedHtml(html), composedTags)).toEqual([])
})

test.each(hostileHtml)('%j does no harm inside other HTML either', (html) => {
  expect(
    findFaults(clean(`<table><tr><td title="${html}">${html}</td></tr></table><p>after ${html}`).html, mailTags),
  ).toEqual([])
})

test('a mail keeps what makes it readable', () => {
  const { html } = clean(
    '<html><head><title>x</title></head><body bgcolor="#fff"><center><table width="600" border="1" cellpadding="4" style="border-collapse:collapse; background-color:#F5F5F5"><tr><td align="right" colspan="2" style="padding:4px 8px;font-weight:bold;color:rgb(10, 20, 30);position:absolute">12.50 <font color="red" face="Arial, sans-serif">EUR</font></td></tr></table></center><ol start="3"><li>x</li></ol></body></html>',
  )
  expect(html).toBe(
    '<center><table width="600" border="1" cellpadding="4" style="border-collapse:collapse;background-color:#f5f5f5"><tr><td align="right" colspan="2" style="padding:4px 8px;font-weight:bold;color:rgb(10, 20, 30)">12.50 <font color="red" face="Arial, sans-serif">EUR</font></td></tr></table></center><ol start="3"><li>x</li></ol>',
  )
})

test('links open outside, with their address made whole', () => {
  expect(clean('<a href="www.acme.example/a?b=1&amp;c=2">x</a><a href="/relative">y</a>').html).toBe(
    '<a href="https://www.acme.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">x</a><a>y</a>',
  )
})

test('pictures of the mail are shown, remote ones are counted and left out, beacons are not worth counting', () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo='
  const { html, remoteImages } = clean(
    `<img src="cid:known" width="40"><img src="cid:unknown" alt="Chart"><img src="${picture}"><img src="https://x.example/a.png" alt="Logo"><img src="//x.example/b.png"><img src="https://x.example/open.gif" width="1" height="1">`,
  )
  expect(html).toBe(
    `<img width="40" src="/img/1" /><span>[Chart]</span><img src="${picture}" /><span>[Logo]</span><span></span><span></span>`,
  )
  expect(remoteImages).toBe(2)
})

test('a picture of more than 1 MiB inside the HTML is left out', () => {
  expect(clean(`<img src="data:image/png;base64,${'A'.repeat(1_500_000)}" alt="Big">`).html).toBe('<span>[Big]</span>')
})

test('an editor’s HTML keeps marks, lists, tables and mentions, and no layout', () => {
  const id = '0198c0de-0000-7000-8000-000000000001'
  const html = `<h2>Hi</h2><p style="text-align:center;margin:9px"><strong>b</strong> <span data-type="mention" data-id="${id}">@Ada</span></p><table><tbody><tr><td colspan="2">x</td></tr></tbody></table>`
  expect(sanitizeComposedHtml(`${html}<center><font size="7">y</font></center>`)).toBe(
    `${html.replace(';margin:9px', '')}y`,
  )
})

test('an editor’s pictures stay where they are known as ours', () => {
  const html = '<p><img src="/files/1" alt="x"><img src="https://evil.example/p.gif"></p>'
  const isOurs = (source: string) => (source.startsWith('/files/') ? source : null)
  expect(sanitizeComposedHtml(html, isOurs)).toBe('<p><img alt="x" src="/files/1" /><span></span></p>')
})

test.each([
  ['5,000 elements in each other', `${'<div>'.repeat(5_000)}words${'</div>'.repeat(5_000)}`],
  ['60,000 elements', `words${'<b>x</b>'.repeat(60_000)}`],
  ['6 MB of text', `words ${'x '.repeat(3_000_000)}`],
  // Escaping each bracket as `&lt;` gives more than ten megabytes.
  ['brackets only', `words${'<'.repeat(sized(2_700_000, 5_000_000))}`],
])('HTML with %s becomes its text', (_, html) => {
  expect(clean(html).html).toMatch(/^<div style="white-space:pre-wrap">words/)
})

test.each([
  ['unclosed comments', '<!--'.repeat(sized(300_000, 1_200_000))],
  ['attributes', `<a ${Array.from({ length: 500_000 }, (_, index) => `a${index}`).join(' ')}>`],
  ['closing tags of nothing', '<b>'.repeat(480) + '</i>'.repeat(sized(300_000, 1_000_000))],
  ['white space in styles', `<b style="${' '.repeat(3_900)}!">`.repeat(1_000)],
  ['entities', '&#x41;&amp;'.repeat(sized(100_000, 400_000))],
])('5 MB of %s become harmless HTML', (_, html) => {
  expect(/<!--| a\d+/.test(clean(html).html)).toBe(false)
})
