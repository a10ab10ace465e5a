import type { Document, DocumentFault } from '#contract/writing/document.ts'
import { settlePictures } from '#contract/writing/read-document.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { fromHtml } from '#server/writing/document-reading/from-html.ts'
import { fromMarkdown } from '#server/writing/document-reading/from-markdown.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'

type WrittenBody = { document?: unknown; markdown?: string | undefined; html?: string | undefined }
export type ReadText = { document: Document | undefined }

/** The map is empty, so that pictures on other hosts become links. */
const elsewhere = new Map<string, string>()

/** Reads the body as a document. This needs no database, so it runs before the transaction. */
export async function readBody({ body: { document, markdown, html } }: { body: WrittenBody }): Promise<ReadText> {
  if (markdown !== undefined) return { document: ofArticles(settlePictures(fromMarkdown(markdown), elsewhere)) }
  if (html !== undefined) return { document: ofArticles(settlePictures(fromHtml(html), elsewhere)) }
  if (document === undefined) return { document: undefined }
  const checked = checkDocument(document)
  if (checked.fault) throw invalid(checked.fault)
  return { document: ofArticles(checked.document) }
}

/** Refuses references to CMS entries, because entries have other readers than articles. */
function ofArticles(document: Document): Document {
  const [entry] = referencesOf(document).entries
  if (entry) throw invalid({ path: entry.path, message: 'An article cannot show entries of the CMS' })
  return document
}

const invalid = ({ path, message }: DocumentFault) =>
  new Refusal('document-invalid', { detail: `${message} (${path})`, fields: { [path]: message } })
