import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundError } from './outbound-error.ts'

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
export const knownEncodings = 'gzip, deflate, br'

/** The whole body, unless it is too large as received or as unpacked. */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new OutboundError('too-large')
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const decoder = decoders[encoding]
  if (!decoder && encoding !== 'identity') throw new OutboundError('no-answer')
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of atMost(source, maxBytes)) chunks.push(chunk)
  }
  const packed = atMost(answer, maxBytes)
  if (decoder) await pipeline(packed, decoder(), collect)
  else await collect(packed)
  return Buffer.concat(chunks)
}

async function* atMost(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) throw new OutboundError('too-large')
    yield chunk
  }
}
