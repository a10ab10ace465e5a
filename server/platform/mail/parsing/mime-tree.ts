import PostalMime from 'postal-mime'

type StructuredHeader = { value: string; params: Record<string, string | undefined> }

/** One part as postal-mime has read it: headers understood, transfer encoding undone, charset not yet. */
export type MimeNode = {
  headers: { key: string; value: string }[]
  contentType: { parsed: StructuredHeader; multipart: string | false }
  contentDisposition: { parsed: StructuredHeader }
  contentId?: string
  content: ArrayBuffer | null
  childNodes: MimeNode[]
}

/**
 * The tree that postal-mime builds, instead of its summary: the summary trusts declared charsets, joins quoted
 * lines of flowed text and takes attached mails apart. These fields are its own, so its version is pinned.
 */
export class MimeTree extends PostalMime {
  declare root: MimeNode

  static async read(raw: Buffer): Promise<MimeNode> {
    const tree = new MimeTree({ maxNestingDepth: 20, forceRfc822Attachments: true })
    await tree.parse(raw)
    return tree.root
  }

  async collectNode(): Promise<void> {}
}

export const bytesOf = (node: MimeNode): Buffer => Buffer.from(node.content ?? new ArrayBuffer(0))
