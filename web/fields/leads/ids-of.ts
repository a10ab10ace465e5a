/** The ids of references, given as ids or as delivered objects. */
export const idsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => {
    const id = one !== null && typeof one === 'object' ? (one as { id?: unknown }).id : one
    return typeof id === 'string' ? [id] : []
  })

/** One id, a list, or null, depending on the field. */
export const valueFrom = (ids: string[], many: boolean | undefined): string | string[] | null =>
  ids.length === 0 ? null : many ? ids : (ids.at(-1) ?? null)
