import { createHash } from 'node:crypto'
import { uuidPattern } from '#contract/uuid.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'

type ExportSeal = { id: string; revision: number; checksum: string }

const blank = '0'.repeat(64)

export const frontMatterSeal = ({ id, revision }: Omit<ExportSeal, 'checksum'>): string[] => [
  `id: ${id}`,
  `revision: ${revision}`,
  `checksum: ${blank}`,
]

export const htmlSeal = ({ id, revision }: Omit<ExportSeal, 'checksum'>) =>
  `<meta name="exported-article" content="${escapeHtml(`${id} ${revision} ${blank}`)}">`

/** Writes the checksum into the first placeholder, which comes before all user text. */
export const seal = (text: string): string => text.replace(blank, checksumOf(text))

const inFrontMatter = {
  id: new RegExp(`^id:[ \\t]*["']?(${uuidPattern})["']?[ \\t]*$`, 'im'),
  revision: /^revision:[ \t]*(\d{1,9})[ \t]*$/m,
  checksum: /^checksum:[ \t]*["']?([\da-f]{64})["']?[ \t]*$/m,
}
const inHead = new RegExp(`<meta name="exported-article" content="(${uuidPattern}) (\\d{1,9}) ([\\da-f]{64})">`, 'i')
const mostOfHead = 4000

/**
 * Reads the id, revision and checksum of an exported file. Null if the file has no id, because then this product did
 * not export it. A missing revision becomes 0, and a missing checksum becomes empty.
 */
export function readSeal(frontMatter: string | null, text: string): ExportSeal | null {
  const [, ofHead, revisionOfHead, checksumOfHead] = inHead.exec(text.slice(0, mostOfHead)) ?? []
  const find = (name: keyof typeof inFrontMatter) => inFrontMatter[name].exec(frontMatter ?? '')?.[1]
  const id = ofHead ?? find('id')
  if (!id) return null
  const revision = Number(revisionOfHead ?? find('revision') ?? 0)
  return { id: id.toLowerCase(), revision, checksum: checksumOfHead ?? find('checksum') ?? '' }
}

/** Returns whether the file is unchanged since its export, apart from line endings. */
export const isUnedited = (text: string, { checksum }: ExportSeal): boolean =>
  checksum !== '' && checksumOf(text.replace(checksum, blank)) === checksum

function checksumOf(text: string): string {
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  return createHash('sha256').update(lines.trimEnd()).digest('hex')
}

type FileSeal = { bytes: number; hash: string | null }

/** Compares the sizes of two files, and also their hashes if both are known. */
export const isSameContent = (one: FileSeal, other: FileSeal): boolean =>
  one.bytes === other.bytes && (one.hash === null || other.hash === null || one.hash === other.hash)
