import { z } from 'zod'
import { mediaKinds } from './choices.ts'
import { fieldKind, most } from './field-kind.ts'

const largestBytes = 1024 * 1024 * 1024
const largestEdge = 16_384

/** One or several files of the media library, in order. */
export const media = fieldKind({
  name: 'media',
  settings: {
    many: z.boolean().optional(),
    kinds: z.array(z.enum(mediaKinds)).optional(),
    max: most(100).optional(),
    maxBytes: most(largestBytes).optional().describe('Maximum file size'),
    minWidth: most(largestEdge).optional().describe('Minimum width of pictures in pixels'),
    minHeight: most(largestEdge).optional().describe('Minimum height of pictures in pixels'),
    needsAlt: z.boolean().optional().describe('Pictures need an alternative text to be published'),
  },
})
