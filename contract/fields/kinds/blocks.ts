import { z } from 'zod'
import { fieldKind, most } from './field-kind.ts'

/** A list of components in any order. */
export const blocks = fieldKind({
  name: 'blocks',
  settings: {
    components: z.array(z.string().min(1).max(80)).min(1).max(50).describe('Keys or ids of components'),
    min: most(200).optional(),
    max: most(200).optional(),
  },
})
