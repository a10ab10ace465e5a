import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const findKnowledgeBase = async (tx: WorkspaceTx) =>
  (await tx
    .selectFrom('knowledgeBases')
    .select(['isOpen', 'audience', 'onMissing', 'revision'])
    .select([
      sql<unknown>`home`.as('home'),
      sql<unknown>`header_links`.as('headerLinks'),
      sql<unknown>`footer_links`.as('footerLinks'),
    ])
    .executeTakeFirst()) ?? unchanged

export const findRevision = async (tx: WorkspaceTx): Promise<number> =>
  (await tx.selectFrom('knowledgeBases').select('revision').executeTakeFirst())?.revision ?? unchanged.revision

const unchanged = {
  isOpen: true,
  audience: 'public',
  onMissing: 'first-language',
  revision: 0,
  home: {},
  headerLinks: [],
  footerLinks: [],
} as const
