import { z } from 'zod'
import type { ImportRemark, importActions } from '#contract/bulk/imports.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { JobContext } from '#server/platform/jobs.ts'

export type Source = {
  paths: readonly string[]
  has(path: string): boolean
  read(path: string, most: number): Promise<Buffer>
}
export type SourceFile = { path: string; bytes: number; hash: string }
export type ListedSource = Source & { files: readonly SourceFile[] }

export type ImportContext = Pick<JobContext, 'workspaceId' | 'inWorkspace' | 'platform'> & { askedBy: string }
export type ImportCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

/**
 * One thing to import, such as an article in one language. `source`: its path in the file. `thing`: a name that all
 * languages of the article share. `plan`: data for writing the part.
 */
export type Part = {
  source: string
  thing: string
  title: string
  hash: Buffer
  isTaken: boolean
  remarks: ImportRemark[]
  plan: unknown
}

export const leftOutPart = (source: string, remarks: ImportRemark[]): Part => ({
  ...{ source, thing: source, title: source, hash: Buffer.alloc(0), isTaken: false, remarks, plan: {} },
})

export type Item = Pick<Part, 'source' | 'thing' | 'title' | 'plan'> & { action: (typeof importActions)[number] }

/** `isWhole` is false if something could not be imported. The next import then writes the item again. */
export type PreparedItem = { isWhole: boolean; write(call: ImportCall, id: string): Promise<ImportRemark[]> }

/**
 * `mark` changes with each edit, and is null if the language was never written. `isBlank`: the language exists, but its
 * text is empty.
 */
export type TargetState = { state: 'here' | 'trashed' | 'gone'; mark: string | null; isBlank?: boolean }

/**
 * Identifies the article or category that a file was exported from, with its hash and mark at the time of the export.
 */
export const Origin = z.object({ subjectId: z.string(), hash: z.string(), mark: z.string() })
export type Origin = z.output<typeof Origin>

/** A kind of import, such as articles. `server/app.ts` and `server/jobs.ts` list the kinds and pass them in. */
export type ImportKind = {
  name: string
  read(context: ImportContext, source: ListedSource): Promise<Part[]>
  findTargetState(tx: WorkspaceTx, subjectId: string, plan: unknown): Promise<TargetState>
  /** Returns undefined if the file was not exported from an article or category of this workspace. */
  originOf?(plan: unknown): Origin | undefined
  make(call: ImportCall, item: Item): Promise<string>
  /** Does the slow work outside a transaction. The returned `write` function writes the part in a transaction. */
  prepare(context: ImportContext, source: Source, item: Item): Promise<PreparedItem>
}
