/** The ids of what a value leads to, given alone or as delivery answers it. */
export const idsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => {
    const id = one !== null && typeof one === 'object' ? (one as { id?: unknown }).id : one
    return typeof id === 'string' ? [id] : []
  })

/** As the field has it: one or several, or nothing. */
export const valueFrom = (ids: string[], many: boolean | undefined): string | string[] | null =>
  ids.length === 0 ? null : many ? ids : (ids.at(-1) ?? null)
