import { expect, test } from 'vitest'
import { decodeBody } from './decode-transfer.ts'
import type { MimePart } from './scan-mime.ts'

const decode = (encoding: string, body: string) =>
  decodeBody({ encoding, body: Buffer.from(body) } as MimePart).toString()

test.each([
  ['lines', 'SGVs\r\nbG8=\r\n', 'Hello'],
  ['a pad on every line', 'SGVsbG8=\r\nIHdvcmxk\r\nIQ==\r\n', 'Hello world!'],
  ['no pad', 'SGVsbG8', 'Hello'],
  ['rubbish between', 'SG*Vs!bG8=', 'Hello'],
])('base64 with %s is decoded', (_, body, text) => {
  expect(decode('base64', body)).toBe(text)
})

test.each([
  ['escapes in both cases', 'caf=C3=A9 =c3=A9', 'café é'],
  ['soft line breaks', 'one =\r\ntwo=  \r\nthree=\nfour=', 'one twothreefour'],
  ['equals signs that mean nothing', 'a=b =XY = c\r\n', 'a=b =XY = c\r\n'],
])('quoted-printable with %s is decoded', (_, body, text) => {
  expect(decode('quoted-printable', body)).toBe(text)
})

test('anything else is left as it is, line ends included', () => {
  expect(decode('7bit', 'a\r\n=41\r\n')).toBe('a\r\n=41\r\n')
})
