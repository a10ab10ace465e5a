import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { isStorageKey } from '#server/platform/storage.ts'

// Format of an archive: gzipped text, one item a line. A heading `{...}` names a table or a file. Below a table, each
// line `[...]` is a row with its columns in PostgreSQL's text format. Below a file, each line is a base64 piece of its
// bytes. Since version 2, a file ends with its SHA-256, and the last line of the archive has the SHA-256 of all text
// above.

const forms = ['startup-tools 1', 'startup-tools 2'] as const
export const currentForm = forms[1]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const Opening = z.object({
  format: z.enum(forms),
  holds: z.enum(['workspace', 'installation']),
  madeAt: z.iso.datetime(),
  version: z.string().optional(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), version: z.string().nullish() })),
  workspace: z.object({ id: Id, domain: z.string() }).optional(),
  secrets: z.unknown().optional(),
})
export type Opening = z.output<typeof Opening>

export const LaterOpening = z.object({
  format: z.string().regex(/^startup-tools \d+$/),
  version: z.string().optional(),
})

export const TableHeading = z.object({ table: z.string(), columns: z.array(z.string()) })
export type TableHeading = z.output<typeof TableHeading>
/** `isStorageKey` keeps a forged archive from writing a file outside the folder of files. */
export const FileHeading = z.object({ file: z.string().refine(isStorageKey) })
export const FileSum = z.strictObject({ sha256 })
export const End = z.object({ end: z.literal(true), rows: z.int(), files: z.int(), sha256: sha256.optional() })
export type Totals = { rows: number; files: number }

export const heading = (content: object) => `${JSON.stringify(content)}\n`

export const hasSums = ({ format }: Opening) => format !== forms[0]
