import { type Actor, aboutWorkspace } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'

/** Makes each process read the keys of the workspace again. */
export const tellKeysChanged = (tx: WorkspaceTx, actor: Actor) =>
  record(tx, { type: 'api-keys.changed', subject: aboutWorkspace(tx.workspaceId), by: { actor }, audience: 'team' })
