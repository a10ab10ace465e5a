import { z } from 'zod'
import type { ImportRemark, importActions } from '#contract/bulk/imports.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { JobContext } from '#server/platform/jobs.ts'

/** What was uploaded, as files: of an archive those in it, else the one. */
export type Source = {
  paths: readonly string[]
  has(path: string): boolean
  read(path: string, most: number): Promise<Buffer>
}
export type SourceFile = { path: string; bytes: number; hash: string }
export type ListedSource = Source & { files: readonly SourceFile[] }

export type ImportContext = Pick<JobContext, 'workspaceId' | 'inWorkspace' | 'platform'> & { askedBy: string }
/** One step: its transaction, and whoever asked for it. */
export type ImportCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

/** A part of the source; `thing` is what it is a part of, and `plan` what its kind wants to know again. */
export type Part = {
  source: string
  thing: string
  title: string
  hash: Buffer
  isTaken: boolean
  remarks: ImportRemark[]
  plan: unknown
}

/** A part that is not imported. */
export const leftOutPart = (source: string, remarks: ImportRemark[]): Part => ({
  ...{ source, thing: source, title: source, hash: Buffer.alloc(0), isTaken: false, remarks, plan: {} },
})

export type Item = Pick<Part, 'source' | 'thing' | 'title' | 'plan'> & { action: (typeof importActions)[number] }

/** `remarks` of what `write` answers join those of the reading; what is not whole is taken again when its file is read again. */
export type PreparedItem = { isWhole: boolean; write(call: ImportCall, id: string): Promise<ImportRemark[]> }

/** What became of a part; its mark changes whenever somebody writes it, and is null where it is not there. Nobody wrote what is blank. */
export type TargetState = { state: 'here' | 'trashed' | 'gone'; mark: string | null; isBlank?: boolean }

/** What a part says itself of what it is here already, as an exported file does: which thing, what was taken, and how that stood. */
export const Origin = z.object({ subjectId: z.string(), hash: z.string(), mark: z.string() })
export type Origin = z.output<typeof Origin>

/** What a room takes in from files. `server/app.ts` and `server/jobs.ts` name the kinds; this room knows none. */
export type ImportKind = {
  name: string
  /** What is in it, in the order in which it is done; changes nothing. */
  read(context: ImportContext, source: ListedSource): Promise<Part[]>
  standingOf(tx: WorkspaceTx, subjectId: string, plan: unknown): Promise<TargetState>
  /** Undefined where only this room remembers what a part became. */
  originOf?(plan: unknown): Origin | undefined
  /** Begins a thing, so that others can lead to it before its own words are written. */
  make(call: ImportCall, item: Item): Promise<string>
  /** Does all that needs no transaction; what it answers writes the part in one. */
  prepare(context: ImportContext, source: Source, item: Item): Promise<PreparedItem>
}
