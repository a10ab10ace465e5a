import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type FoundWorkspace = {
  id: string
  domain: string
  name: string
  timeZone: string
  accentColor: string | null
  logoFileId: string | null
  suspendedAt: string | null
}

/** Finds a workspace by its domain, before the caller is in it: for visitors, mail and sign-in. */
export async function findWorkspaceByDomain(tx: Transaction, domain: string): Promise<FoundWorkspace | undefined> {
  const { rows } = await sql<FoundWorkspace>`select * from workspace_by_domain(${domain})`.execute(tx)
  return rows[0]
}
