import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import { Watched } from '#server/platform/events/watched.ts'
import type { Platform } from '#server/platform/http/platform.ts'

/** `types`: the events after which the revision may be another. */
type Watching<Revision> = { types: readonly string[]; findRevision: (tx: WorkspaceTx) => Promise<Revision> }
export type WatchedHost<Revision> = Watched<{ workspaceId: string; revision: Revision }>

/** The revision of what visitors have of the workspace that has a name. */
export const watchHost = <Revision>(
  { hub, reader }: Platform,
  domain: string,
  { types, findRevision }: Watching<Revision>,
): WatchedHost<Revision> =>
  new Watched(hub, types, () =>
    asVisitor(
      reader,
      domain,
      async (tx, entered) =>
        entered && { workspaceId: entered.workspaceId, revision: await findRevision(tx as WorkspaceTx) },
      { isReading: true, mayPresume: true },
    ),
  )
