import type { Random } from './seeded.ts'

/** The bytes of a request body, and the content type that the request declares. */
export type Body = { type: string | null; bytes: Buffer }

const types = [
  ...['application/json', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'application/ld+json', 'text/plain'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'text/html', 'application/octet-stream', ';;', '*/*'],
  ...[
    'application/json, text/plain',
    'multipart/form-data; boundary=""',
    'application/reports+json',
    '"',
    'a'.repeat(3000),
  ],
]

/** Returns a JSON body, which is sometimes broken. */
export function jsonBody(value: unknown, random: Random): Body {
  const type = random.chance(0.8) ? 'application/json' : random.chance(0.2) ? null : random.pick(types)
  const text = JSON.stringify(value) ?? ''
  return { type, bytes: random.chance(0.75) ? Buffer.from(text) : spoil(text, random) }
}

function spoil(text: string, random: Random): Buffer {
  const spoiled = [
    () => text.slice(0, random.below(text.length + 1)),
    () => `${text}${random.pick(['}', ',', 'x', text, '\u0000'])}`,
    () => '',
    () => '['.repeat(5000),
    () => '{"a":'.repeat(3000),
    () => `\ufeff${text}`,
    () => text.replace('{', '{"__proto__":{"isAdmin":true},'),
    () => text.replace('{', '{"constructor":{"prototype":{"a":1}},'),
    () => text.replace(/"[^"]*"(?=[,}])/, '1e999'),
    () => JSON.stringify('x'.repeat(300_000)),
  ]
  if (random.chance(0.15)) return Buffer.from(text, 'utf16le')
  if (random.chance(0.15)) return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc0, 0x80])])
  return Buffer.from(random.pick(spoiled)())
}

const names = ['file', '__proto__', 'constructor', 'prototype', 'toString', '', 'a[b][c]', 'x'.repeat(2000), 'é\u0000']
const fileNames = [
  'a.txt',
  '../../../etc/passwd',
  '__proto__',
  '',
  '.',
  'a\u0000b',
  '😀'.repeat(200),
  'x'.repeat(70_000),
  '"\r\nX: 1',
]

/** Returns a form with files, which is often malformed. */
export function formBody(random: Random): Body {
  const boundary = random.pick(['x', 'x'.repeat(70), 'x'.repeat(300), '', '--', "a'b", 'ü'])
  const parts = Array.from({ length: random.below(random.chance(0.05) ? 40 : 4) }, () => formPart(boundary, random))
  const ending = random.pick([`--${boundary}--\r\n`, `--${boundary}`, '', '\r\n', `--${boundary}--${boundary}--`])
  const whole = Buffer.concat([...parts, Buffer.from(ending)])
  const said = random.pick([
    `; boundary=${boundary}`,
    `; boundary="${boundary}"`,
    '',
    '; boundary',
    '; boundary=y',
    '; charset=x',
  ])
  const bytes = random.chance(0.7) ? whole : whole.subarray(0, random.below(whole.length + 1))
  return { type: `multipart/form-data${said}`, bytes }
}

function formPart(boundary: string, random: Random): Buffer {
  const file = random.chance(0.7) ? `; filename="${random.pick(fileNames)}"` : ''
  const odd = random.pick([
    '',
    '',
    'Content-Type: image/png\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    ':\r\n',
    'A: b\r\n'.repeat(300),
  ])
  const head = random.chance(0.9)
    ? `Content-Disposition: form-data; name="${random.pick(names)}"${file}\r\n${odd}`
    : random.pick([
        'Content-Disposition: form-data\r\n',
        'Content-Disposition: attachment; filename*=utf-8\r\n',
        '\r\n',
        '',
      ])
  const content = random.pick([
    Buffer.from('a line'),
    Buffer.alloc(0),
    Buffer.alloc(random.below(40_000), 255),
    Buffer.from(`--${boundary}`),
  ])
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n`), content, Buffer.from('\r\n')])
}
