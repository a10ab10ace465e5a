import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { ReadArticle } from '#server/knowledge-base/feedback/views/note-view.ts'
import type { PreparedAnswer } from '#server/platform/fast-reads/quick-answers.ts'
import { type Coding, encode } from '#server/platform/http/compress.ts'

/** A page as anonymous readers get it, with each form that it is sent in made once. */
export type KeptPage = {
  /** Of the knowledge base when it was made. */
  revision: number
  /** As Brotli, which nearly every browser takes; whoever takes another gets it unpacked. */
  packed: Buffer
  hash: string
  type: string
  /** Of a page; a document runs nothing. */
  policy: string | null
  isIndexed: boolean
  /** Pages of any origin may load it. */
  isForAnyOrigin: boolean
  /** The article that it shows. */
  read?: ReadArticle | undefined
  gzipped: Promise<Buffer> | null
  /** As it left, by status and coding. */
  given: Map<string, PreparedAnswer>
}

type Drawn = Pick<KeptPage, 'revision' | 'type' | 'policy' | 'isIndexed' | 'read'> &
  Partial<Pick<KeptPage, 'isForAnyOrigin'>> & { text: string }

export async function keepPage({ text, isForAnyOrigin = false, ...drawn }: Drawn): Promise<KeptPage> {
  const { policy } = drawn
  const bytes = Buffer.from(text)
  const hash = createHash('sha256')
    .update(bytes)
    .update(policy ?? '')
    .digest('base64url')
    .slice(0, 22)
  const packed = await encode(bytes, 'br')
  return { ...drawn, isForAnyOrigin, packed, hash, gzipped: null, given: new Map() }
}

/** With its other form, which is a little larger, and what it left with. */
export const sizeOf = ({ packed }: KeptPage) => Math.ceil(packed.length * 2.5) + 4096

/** A strong tag names these very bytes, so each coding has its own. */
export const etagOf = ({ hash }: KeptPage, coding: Coding | null) => `"${hash}${coding ? `-${coding}` : ''}"`

export function bytesOf(page: KeptPage, coding: Coding | null): Buffer | Promise<Buffer> {
  if (coding === 'br') return page.packed
  if (!coding) return unpack(page.packed)
  page.gzipped ??= unpack(page.packed).then((bytes) => encode(bytes, coding))
  return page.gzipped
}

const unpack = promisify(brotliDecompress)
