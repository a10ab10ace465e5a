import type { z } from 'zod'
import type { AddFile } from '#server/platform/archives/write-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'

export type ExportContext = Pick<JobContext, 'workspaceId' | 'inWorkspace' | 'platform'>

/** A kind of export. `server/app.ts` and `server/jobs.ts` pass the kinds in, so this folder imports none. */
export type ExportKind<O extends z.ZodType = z.ZodType> = {
  name: string
  options: O
  fileName: string
  check(tx: WorkspaceTx, options: z.output<O>): Promise<void>
  /** Returns the number of items, and a function that writes the item at an index. */
  begin(
    context: ExportContext,
    options: z.output<O>,
  ): Promise<{ total: number; write(index: number, add: AddFile): Promise<void> }>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of kinds holds options of every kind
export type AnyExportKind = ExportKind<any>
