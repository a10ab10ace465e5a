import type { z } from 'zod'
import type { Need } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

/** The transaction of one step, and the member who started the batch, with their current rights. */
export type BatchCall = {
  tx: WorkspaceTx
  caller: Pick<Member, 'kind' | 'id' | 'isAdmin' | 'domain' | 'plan' | 'serviceStartedAt'> & { key: null }
  platform: Platform
}

export type BatchKind<I extends z.ZodType = z.ZodType, Before = unknown> = {
  name: string
  input: I
  needs: readonly Need[]
  label(tx: WorkspaceTx, subjectId: string): Promise<string>
  /**
   * Changes one item. Returns the data that `undo` needs, or null if nothing changed. A refusal is recorded as the
   * failure of this item, and the batch continues.
   */
  change(call: BatchCall, subjectId: string, input: z.output<I>): Promise<Before | null>
  canUndo(input: z.output<I>): boolean
  undo(call: BatchCall, subjectId: string, before: Before, input: z.output<I>): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of kinds holds inputs of every kind
export type AnyBatchKind = BatchKind<any>

export const batchKind = <I extends z.ZodType, Before>(kind: BatchKind<I, Before>): BatchKind<I, Before> => kind
