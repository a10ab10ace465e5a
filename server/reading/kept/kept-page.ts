import { createHash } from 'node:crypto'
import { type Coding, encode } from '#server/platform/http/compress.ts'
import type { GivenAnswer } from '#server/platform/http/hosts/quick-answers.ts'

/** A page as anonymous readers get it, with each form that it is sent in made once. */
export type KeptPage = {
  /** Of the knowledge base when it was made. */
  revision: number
  bytes: Buffer
  hash: string
  type: string
  /** Of a page; a document runs nothing. */
  policy: string | null
  isIndexed: boolean
  encoded: Map<Coding, Promise<Buffer>>
  /** As it left, by status and coding. */
  given: Map<string, GivenAnswer>
}

type Drawn = Pick<KeptPage, 'revision' | 'type' | 'policy' | 'isIndexed'> & { text: string }

export function keepPage({ text, revision, type, policy, isIndexed }: Drawn): KeptPage {
  const bytes = Buffer.from(text)
  const hash = createHash('sha256')
    .update(bytes)
    .update(policy ?? '')
    .digest('base64url')
    .slice(0, 22)
  return { revision, type, policy, isIndexed, bytes, hash, encoded: new Map(), given: new Map() }
}

/** Its text with the two forms that are made of it, roughly. */
export const sizeOf = ({ bytes }: KeptPage) => bytes.length + Math.ceil(bytes.length / 2) + 1024

/** A strong tag names these very bytes, so each coding has its own. */
export const etagOf = ({ hash }: KeptPage, coding: Coding | null) => `"${hash}${coding ? `-${coding}` : ''}"`

export function bytesOf({ bytes: plain, encoded }: KeptPage, coding: Coding | null): Buffer | Promise<Buffer> {
  if (!coding) return plain
  const bytes = encoded.get(coding) ?? encode(plain, coding)
  encoded.set(coding, bytes)
  return bytes
}
