export type Condition = { field: string; operator: string; value: string }
export type Conditions = { join: 'and' | 'or'; items: Condition[] }

export const noConditions: Conditions = { join: 'and', items: [] }

export const filterIn = (search: URLSearchParams) =>
  new URLSearchParams([...search].filter(([name]) => name.startsWith('filter['))).toString()

/** Reads conditions from a query string. Null for filters that the dialog cannot show, such as nested ones. */
export function readConditions(filter: string): Conditions | null {
  const said = [...new URLSearchParams(filter)].map(
    ([name, value]) => [name.slice('filter['.length, -1).split(']['), value] as const,
  )
  const [first] = said
  const join = first?.[0][0] === 'or' ? 'or' : 'and'
  const items = said.map(([path, value]) => conditionOf(path, join, value))
  return items.every((item) => item !== null) ? { join, items } : null
}

function conditionOf(path: string[], join: string, value: string): Condition | null {
  const own = path[0] === join ? path.slice(2) : join === 'and' ? path : []
  const [field, operator = 'eq', ...deeper] = own
  if (!field || deeper.length > 0 || ['and', 'or', 'not'].includes(field)) return null
  return { field, operator, value }
}

/** Writes conditions in the API's filter syntax. Numbers allow several conditions on the same field. */
export function writeConditions({ join, items }: Conditions): string {
  const said = items.map(({ field, operator, value }, at): [string, string] => [
    items.length > 1 ? `filter[${join}][${at}][${field}][${operator}]` : `filter[${field}][${operator}]`,
    value,
  ])
  return new URLSearchParams(said).toString()
}
