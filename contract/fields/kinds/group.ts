import { z } from 'zod'
import { fieldKind, most } from './field-kind.ts'

/** The fields of a component, once or several times. */
export const group = fieldKind({
  name: 'group',
  settings: {
    component: z.string().min(1).max(80).describe('Key or id of a component'),
    many: z.boolean().optional(),
    max: most(100).optional(),
  },
})
