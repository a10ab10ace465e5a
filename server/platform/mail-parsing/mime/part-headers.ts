import { isUtf8 } from 'node:buffer'
import PostalMime from 'postal-mime'
import { decodeText } from './decode-text.ts'

type Params = Record<string, string | undefined>

type RawHeader = { key: string; value: string }

export type PartHeaders = {
  headers: RawHeader[]
  mime: string
  multipart: string | null
  boundary: string | null
  params: Params
  disposition: string
  dispositionParams: Params
  encoding: string
  contentId: string | null
}

type StructuredHeader = { value: string; params: Params }

/** Internal fields of postal-mime. Its version is pinned for that reason. */
type PostalNode = {
  headers: RawHeader[]
  contentType: { parsed: StructuredHeader; multipart: string | false }
  contentDisposition: { parsed: StructuredHeader }
  contentTransferEncoding: { encoding: string }
  contentId?: string
}

/** Uses postal-mime for headers only. For large bodies it takes seconds, and it trusts every declared charset. */
class HeaderParser extends PostalMime {
  declare root: PostalNode

  async collectNode(): Promise<void> {}
}

export async function readPartHeaders(headerBytes: Buffer, isInDigest: boolean): Promise<PartHeaders> {
  const parser = new HeaderParser()
  await parser.parse(headerBytes)
  const { headers, contentType, contentDisposition, contentTransferEncoding, contentId } = parser.root
  const isDefault = isInDigest && !headers.some(({ key }) => key === 'content-type')
  const boundary = contentType.multipart ? contentType.parsed.params.boundary : null
  return {
    headers,
    mime: isDefault ? 'message/rfc822' : contentType.parsed.value,
    multipart: contentType.multipart || null,
    boundary: boundary ? Buffer.from(boundary).toString('latin1') : null,
    params: contentType.parsed.params,
    disposition: contentDisposition.parsed.value,
    dispositionParams: contentDisposition.parsed.params,
    encoding: contentTransferEncoding.encoding,
    contentId: contentId?.replace(/[<>\s]/g, '').slice(0, 500) || null,
  }
}

const ESCAPE = 0x1b

type Readable = PartHeaders & { headerBytes: Buffer }

/**
 * Decodes headers again if they are not valid UTF-8 or contain escape sequences. Old programs do not declare the
 * charset of headers, so the charset of a body is used.
 */
export async function rereadOddHeaders(parts: Readable[]): Promise<void> {
  const charset = parts.map(({ params }) => params.charset).find((label) => label && !/^(?:us-)?ascii$/i.test(label))
  for (const part of parts) {
    if (isUtf8(part.headerBytes) && !part.headerBytes.includes(ESCAPE)) continue
    Object.assign(part, await readPartHeaders(Buffer.from(decodeText(part.headerBytes, charset ?? null)), false))
  }
}
