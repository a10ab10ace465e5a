import { type Actor, aboutWorkspace } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'

/** After this each process asks anew what a key of the workspace opens. */
export const tellKeysChanged = (tx: WorkspaceTx, actor: Actor) =>
  record(tx, { type: 'api-keys.changed', subject: aboutWorkspace(tx.workspaceId), by: { actor }, audience: 'team' })
