import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import type { Document } from '#contract/writing/document.ts'
import { markOrder } from '#contract/writing/document.ts'
import { readHref } from '#server/writing/documents/check/address.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { schema as serverSchema } from '#server/writing/documents/check/schema.ts'
import { generateDocument } from '#test/documents/generate-document.ts'
import { hostileValue } from '#test/faults/fuzz/hostile-values.ts'
import { seeded } from '#test/faults/fuzz/seeded.ts'
import { typedAddress } from '#web/lib/intake/web-address.ts'
import { schemaExtensions } from './schema.ts'

const schema = getSchema(schemaExtensions)

/** Opens a document in the editor, and checks the result as the server does when saving. */
function reopen(document: Document) {
  const node = schema.nodeFromJSON(document)
  node.check()
  return checkDocument(JSON.parse(JSON.stringify(node.toJSON())))
}

test('the editor knows the nodes and marks of a document, and none besides', () => {
  expect(Object.keys(schema.nodes).sort()).toEqual(Object.keys(serverSchema).sort())
  expect(Object.keys(schema.marks).sort()).toEqual([...markOrder].sort())
})

test.each(Array.from({ length: 300 }, (_, seed) => seed))(
  'a document (%i) is opened and saved without loss',
  (seed) => {
    const document = generateDocument(seeded(seed))
    expect(reopen(document)).toEqual({ document })
  },
)

test('what the editor fills in by itself is a document', () => {
  for (const type of Object.values(schema.nodes)) {
    const made =
      type.isInGroup('block') || type.isInGroup('flow') || type.isInGroup('wide') ? type.createAndFill() : null
    if (made && !made.isAtom) expect(reopen({ type: 'doc', content: [made.toJSON()] }).fault).toBeUndefined()
  }
})

test.each([
  ['example.com/help', 'https://example.com/help'],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['mailto:me@example.com', 'mailto:me@example.com'],
  ['/knowledgebase', '/knowledgebase'],
  ['javascript:alert(1)', null],
  ['https:evil.example', null],
  ['//evil.example', null],
  ['https://me:secret@evil.example', null],
  ['two words', null],
])('the address %s is kept as %s', (typed, kept) => {
  expect(typedAddress(typed)).toBe(kept)
})

test('an address that the editor keeps is one that the server takes as it is', () => {
  const random = seeded(7)
  const starts = ['https://x.example/', 'http://', 'mailto:', 'tel:', '/', '#', '']
  for (let turn = 0; turn < 3000; turn++) {
    const kept = typedAddress(`${random.pick(starts)}${String(hostileValue(random))}`)
    if (kept !== null) expect([kept, readHref(kept)]).toEqual([kept, kept])
  }
})
