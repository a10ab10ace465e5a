import { z } from 'zod'
import { mediaKinds } from './choices.ts'
import { fieldKind, most } from './field-kind.ts'

/** A file of the media library, or several in an order. */
export const media = fieldKind({
  name: 'media',
  settings: { many: z.boolean().optional(), kinds: z.array(z.enum(mediaKinds)).optional(), max: most(100).optional() },
})
