import { asVisitor, inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findLead, type Lead } from '#server/redirects/find-lead.ts'
import type { FoundWorkspace } from '#server/workspaces/find-workspace.ts'
import type { SignedIn } from './page-reading.ts'

type LeadRequest = { workspace: FoundWorkspace; caller: SignedIn | null | undefined; path: string; search: string }

/** Where an address of a workspace leads at which no page is, for whoever asks. */
export function findLeadFor(platform: Platform, { workspace, caller, ...asked }: LeadRequest): Promise<Lead | null> {
  const reading = { isReading: true }
  if (caller?.workspaceId === workspace.id)
    return inWorkspace(platform.app, workspace.id, (tx) => findLead(tx, caller, asked), reading)
  const lookAsVisitor = async (tx: unknown, entered: unknown) =>
    entered ? findLead(tx as WorkspaceTx, { kind: 'visitor' }, asked) : null
  return asVisitor(platform.reader, workspace.domain, lookAsVisitor, reading)
}
