import { createHash } from 'node:crypto'
import { uuidPattern } from '#contract/uuid.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'

/** What an exported file says of the text that it was: whose it is, as of which revision, and how the file was then. */
type ExportSeal = { id: string; revision: number; checksum: string }

/** Where the checksum stands once the rest is written. */
const blank = '0'.repeat(64)

export const frontMatterSeal = ({ id, revision }: Omit<ExportSeal, 'checksum'>): string[] => [
  `id: ${id}`,
  `revision: ${revision}`,
  `checksum: ${blank}`,
]

export const htmlSeal = ({ id, revision }: Omit<ExportSeal, 'checksum'>) =>
  `<meta name="exported-article" content="${escapeHtml(`${id} ${revision} ${blank}`)}">`

/** The first blank is that of the seal, which stands before all that anybody wrote. */
export const seal = (text: string): string => text.replace(blank, checksumOf(text))

const inFrontMatter = {
  id: new RegExp(`^id:[ \\t]*["']?(${uuidPattern})["']?[ \\t]*$`, 'im'),
  revision: /^revision:[ \t]*(\d{1,9})[ \t]*$/m,
  checksum: /^checksum:[ \t]*["']?([\da-f]{64})["']?[ \t]*$/m,
}
const inHead = new RegExp(`<meta name="exported-article" content="(${uuidPattern}) (\\d{1,9}) ([\\da-f]{64})">`, 'i')
const mostOfHead = 4000

/** The id alone where the rest was taken out of the file; null where an export did not write it. */
export function readSeal(frontMatter: string | null, text: string): ExportSeal | null {
  const [, ofHead, revisionOfHead, checksumOfHead] = inHead.exec(text.slice(0, mostOfHead)) ?? []
  const find = (name: keyof typeof inFrontMatter) => inFrontMatter[name].exec(frontMatter ?? '')?.[1]
  const id = ofHead ?? find('id')
  if (!id) return null
  const revision = Number(revisionOfHead ?? find('revision') ?? 0)
  return { id: id.toLowerCase(), revision, checksum: checksumOfHead ?? find('checksum') ?? '' }
}

/** Whether a file says what it said when it was exported, however its lines end now. */
export const isUnedited = (text: string, { checksum }: ExportSeal): boolean =>
  checksum !== '' && checksumOf(text.replace(checksum, blank)) === checksum

function checksumOf(text: string): string {
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  return createHash('sha256').update(lines.trimEnd()).digest('hex')
}

type Content = { bytes: number; hash: string | null }

/** Of bytes whose hash nobody kept, the length says it. */
export const isSameContent = (one: Content, other: Content): boolean =>
  one.bytes === other.bytes && (one.hash === null || other.hash === null || one.hash === other.hash)
