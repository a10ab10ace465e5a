import type { z } from 'zod'
import type { AddFile } from '#server/platform/archives/write-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'

export type ExportContext = Pick<JobContext, 'workspaceId' | 'inWorkspace' | 'platform'>

/** `server/app.ts` and `server/jobs.ts` name the kinds; this room knows none. */
export type ExportKind<O extends z.ZodType = z.ZodType> = {
  name: string
  options: O
  fileName: string
  check(tx: WorkspaceTx, options: z.output<O>): Promise<void>
  /** The items that are written, one by one, and how. */
  begin(
    context: ExportContext,
    options: z.output<O>,
  ): Promise<{ total: number; write(index: number, add: AddFile): Promise<void> }>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of kinds holds options of every kind
export type AnyExportKind = ExportKind<any>
