import { findRedirectTarget } from '#server/knowledge-base/redirects/find-lead.ts'
import type { FindRedirect } from '#server/pages/serve-pages.ts'
import { asVisitor, inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'

export const findLeadFor: FindRedirect = (platform, { workspace, caller, ...asked }) => {
  const reading = { isReading: true }
  if (caller?.workspaceId === workspace.id)
    return inWorkspace(platform.app, workspace.id, (tx) => findRedirectTarget(tx, caller, asked), reading)
  const lookAsVisitor = async (tx: unknown, entered: unknown) =>
    entered ? findRedirectTarget(tx as WorkspaceTx, { kind: 'visitor' }, asked) : null
  return asVisitor(platform.reader, workspace.domain, lookAsVisitor, reading)
}
