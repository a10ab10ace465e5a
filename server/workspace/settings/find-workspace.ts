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

/** A workspace by its sub-domain, for whoever is not in it yet: visitors, mail, sign-in. */
export async function findWorkspaceByDomain(tx: Transaction, domain: string): Promise<FoundWorkspace | undefined> {
  const { rows } = await sql<FoundWorkspace>`select * from workspace_by_domain(${domain})`.execute(tx)
  return rows[0]
}
