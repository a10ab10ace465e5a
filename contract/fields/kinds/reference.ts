import { z } from 'zod'
import { fieldKind, most } from './field-kind.ts'

/** One or several entries, in order, stored by id. */
export const reference = fieldKind({
  name: 'reference',
  settings: {
    models: z.array(z.string().max(80)).max(50).optional().describe('Keys or ids of the allowed models. Default: all'),
    many: z.boolean().optional(),
    max: most(100).optional(),
    onDelete: z
      .enum(['restrict', 'unlink'])
      .optional()
      .describe('When the referenced entry is deleted: refuse it, or remove the reference (default)'),
  },
})
