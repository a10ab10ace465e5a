import type { Database, Seen } from '#server/platform/database/connect.ts'
import { inIdentity, inWorkspace } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { touchKey } from '#server/workspace/api-keys/queries.ts'
import { touchSession } from '#server/workspace/identity/sessions/touch-session.ts'

type NoteSeenOptions = { app: Database; identity: Database; log: Log }

/** Stores after a call that its caller was active. The call does not wait for this, and a failure is only logged. */
export const seenNoter =
  ({ app, identity, log }: NoteSeenOptions) =>
  (caller: Seen) => {
    const noted =
      'sessionId' in caller
        ? inIdentity(identity, (tx) => touchSession(tx, caller.sessionId))
        : inWorkspace(app, caller.workspaceId, (tx) => touchKey(tx, caller.keyId))
    noted.catch((error: unknown) => log.warn({ err: error }, 'it was not noted who was seen'))
  }
