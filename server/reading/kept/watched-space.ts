import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import { Watched } from '#server/platform/events/watched.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findRevision } from '#server/reading/queries/space.ts'

export type WatchedSpace = ReturnType<typeof watchSpace>

/** The revision of the knowledge base of whoever has a name. */
export const watchSpace = ({ hub, reader }: Platform, domain: string) =>
  new Watched(hub, ['knowledge-base.changed'], () =>
    asVisitor(
      reader,
      domain,
      async (tx, entered) =>
        entered && { workspaceId: entered.workspaceId, revision: await findRevision(tx as WorkspaceTx) },
      { isReading: true },
    ),
  )
