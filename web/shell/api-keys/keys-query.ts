import { withQuery } from '#web/lib/list/with-query.ts'
export type KeysQuery = { revoked: boolean; cursor: string | null }

const pageSize = 25

export const readKeysQuery = (params: URLSearchParams): KeysQuery => ({
  revoked: params.get('keys') === 'revoked',
  cursor: params.get('cursor'),
})

export const keysHref = (path: string, { revoked, cursor }: KeysQuery): string =>
  withQuery(path, { keys: revoked && 'revoked', cursor })

export const askedOf = ({ revoked, cursor }: KeysQuery) => ({
  ...{ limit: pageSize, cursor: cursor ?? undefined },
  ...(revoked && { revoked: 'true' as const }),
})
