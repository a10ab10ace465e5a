import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { ReadArticle } from '#server/knowledge-base/feedback/views/note-view.ts'
import type { PreparedAnswer } from '#server/platform/fast-reads/quick-answers.ts'
import { type Coding, encode } from '#server/platform/http/compress.ts'

export type CachedPage = {
  revision: number
  /** The page compressed with Brotli, which nearly all browsers accept. It is decompressed for other browsers. */
  packed: Buffer
  hash: string
  type: string
  /** Content security policy of the page. Null for documents that are not HTML, such as feeds. */
  policy: string | null
  isIndexed: boolean
  isForAnyOrigin: boolean
  read?: ReadArticle | undefined
  gzipped: Promise<Buffer> | null
  given: Map<string, PreparedAnswer>
}

type RenderedPage = Pick<CachedPage, 'revision' | 'type' | 'policy' | 'isIndexed' | 'read'> &
  Partial<Pick<CachedPage, 'isForAnyOrigin'>> & { text: string }

export async function keepPage({ text, isForAnyOrigin = false, ...drawn }: RenderedPage): Promise<CachedPage> {
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

/** Estimates the memory of a cached page in bytes, including a gzip version of the page. */
export const sizeOf = ({ packed }: CachedPage) => Math.ceil(packed.length * 2.5) + 4096

/** A strong ETag names exact bytes, so each encoding has its own ETag. */
export const etagOf = ({ hash }: CachedPage, coding: Coding | null) => `"${hash}${coding ? `-${coding}` : ''}"`

export function bytesOf(page: CachedPage, coding: Coding | null): Buffer | Promise<Buffer> {
  if (coding === 'br') return page.packed
  if (!coding) return unpack(page.packed)
  page.gzipped ??= unpack(page.packed).then((bytes) => encode(bytes, coding))
  return page.gzipped
}

const unpack = promisify(brotliDecompress)
