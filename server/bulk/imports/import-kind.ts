import { z } from 'zod'
import type { ImportRemark, importActions } from '#contract/bulk/imports.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { JobContext } from '#server/platform/jobs.ts'

/** The uploaded files: those inside an archive, or the one file. */
export type Source = {
  paths: readonly string[]
  has(path: string): boolean
  read(path: string, most: number): Promise<Buffer>
}
export type SourceFile = { path: string; bytes: number; hash: string }
export type ListedSource = Source & { files: readonly SourceFile[] }

export type ImportContext = Pick<JobContext, 'workspaceId' | 'inWorkspace' | 'platform'> & { askedBy: string }
/** The transaction of one step, and the member who started the import. */
export type ImportCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

/** A part of the source. `thing` is the item that it belongs to, and `plan` is data that its kind needs again. */
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

/** An item that is not whole is imported again when its file is read again. */
export type PreparedItem = { isWhole: boolean; write(call: ImportCall, id: string): Promise<ImportRemark[]> }

/** `mark` changes with each edit; null if there is no such part. `isBlank`: nobody has written it yet. */
export type TargetState = { state: 'here' | 'trashed' | 'gone'; mark: string | null; isBlank?: boolean }

/** An exported file names the existing part, with its hash and mark at the time of the export. */
export const Origin = z.object({ subjectId: z.string(), hash: z.string(), mark: z.string() })
export type Origin = z.output<typeof Origin>

/** Reads data of a room from files. `server/app.ts` and `server/jobs.ts` name the kinds; this room knows none. */
export type ImportKind = {
  name: string
  /** The parts of the source, in the order of their import; changes nothing. */
  read(context: ImportContext, source: ListedSource): Promise<Part[]>
  standingOf(tx: WorkspaceTx, subjectId: string, plan: unknown): Promise<TargetState>
  /** Undefined if the file does not name the existing part. */
  originOf?(plan: unknown): Origin | undefined
  /** Creates an item without its text, so that other items can link to it. */
  make(call: ImportCall, item: Item): Promise<string>
  /** Does the work that needs no transaction. `write` of its result then writes the part in one. */
  prepare(context: ImportContext, source: Source, item: Item): Promise<PreparedItem>
}
