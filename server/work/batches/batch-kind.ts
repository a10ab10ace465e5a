import type { z } from 'zod'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

/** One change of a batch: its transaction, and whoever asked for it with the rights they have now. */
export type BatchCall = {
  tx: WorkspaceTx
  caller: Pick<Member, 'id' | 'isAdmin' | 'domain'> & { key: null }
  platform: Platform
}

/** What a room has done in batches. `server/jobs.ts` lists the kinds; this room knows none. */
export type BatchKind<I extends z.ZodType = z.ZodType> = {
  name: string
  input: I
  /** What the thing is called, for whoever reads that it did not change. */
  label(tx: WorkspaceTx, subjectId: string): Promise<string>
  /** Does it to one thing and says what leads back, null where it was so before. A refusal is kept as its failure. */
  change(call: BatchCall, subjectId: string, input: z.output<I>): Promise<object | null>
  /** Takes it back, where there is a way. */
  undo?(call: BatchCall, subjectId: string, before: unknown, input: z.output<I>): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of kinds holds inputs of every kind
export type AnyBatchKind = BatchKind<any>

export const batchKind = <I extends z.ZodType>(kind: BatchKind<I>): BatchKind<I> => kind
