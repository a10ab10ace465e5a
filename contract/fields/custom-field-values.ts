// This file has no schemas, so that the web can import it.

/** What has custom fields. */
export const fieldOwners = ['ticket', 'customer', 'company'] as const
export type FieldOwner = (typeof fieldOwners)[number]

export const mostCustomFields = 100
/** Maximum number of fields including archived ones. */
export const mostKeptCustomFields = 300
export const mostCustomValueBytes = 32_000

export const customFieldKinds = [
  ...(['text', 'long_text', 'integer', 'decimal', 'boolean', 'date', 'datetime'] as const),
  ...(['select', 'url', 'email', 'phone'] as const),
] as const
export type CustomFieldKind = (typeof customFieldKinds)[number]

export const requiredMoments = ['never', 'on_create', 'on_solve'] as const
export const portalAccesses = ['hidden', 'read', 'write'] as const
