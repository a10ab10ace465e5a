/** Whether two values say the same: the database keeps no order of names, and nothing is nothing. */
export const isSameValue = (one: unknown, other: unknown) => written(one) === written(other)

const written = (value: unknown) =>
  isNothing(value)
    ? ''
    : JSON.stringify(value, (_, part) =>
        part && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(
              Object.entries(part)
                .filter(([, inner]) => !isNothing(inner))
                .sort(([a], [b]) => (a < b ? -1 : 1)),
            )
          : part,
      )

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
