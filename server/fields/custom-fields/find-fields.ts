import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import { cacheDefinition } from '#server/platform/database/definitions.ts'
import type { CustomField } from './custom-field.ts'
import { listFieldRows } from './queries.ts'

/** Returns the fields of an owner that are not archived, in their order. */
export const findFields = cacheDefinition(
  async (tx, owner: FieldOwner): Promise<CustomField[]> =>
    (await listFieldRows(tx, owner)).filter(({ archivedAt }) => archivedAt === null),
)
