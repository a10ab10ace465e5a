import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, settingsBody } from '#contract/endpoint.ts'
import { contentWrite } from './models.ts'

export const mostPresets = 50
export const largestPreset = 2560

export const mediaPresetRefusals = {
  'media-preset-not-found': { status: 404, text: 'There is no such preset' },
  'media-preset-name-taken': { status: 409, text: 'Another preset has this name' },
  'too-many-media-presets': { status: 409, text: `A workspace has at most ${mostPresets} presets. Delete one first.` },
} as const

const Edge = z
  .int('Enter a whole number')
  .min(1, 'Enter 1 or more')
  .max(largestPreset, `Enter at most ${largestPreset}`)
  .nullable()
  .describe('In pixels. Null: in proportion to the other side')

const fields = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, 'Start with a letter. Use letters, digits, - and _, at most 40 characters')
    .describe('Name in picture URLs: `?preset=card`'),
  width: Edge,
  height: Edge,
  fit: z
    .enum(['cover', 'contain', 'inside'])
    .describe('`cover`: cropped to the size. `contain`: whole, on white. `inside`: at most this size'),
  crop: z.enum(['focal', 'center']).describe('Which part a crop keeps: around the `focal` point, or the `center`'),
  format: z
    .enum(['auto', 'webp', 'avif', 'jpeg', 'png'])
    .describe('`auto`: the smallest format that the browser supports'),
  quality: z.int('Enter 1 to 100').min(1, 'Enter 1 to 100').max(100, 'Enter 1 to 100'),
})

export const MediaPreset = fields.extend({ id: Id })
export type MediaPreset = z.output<typeof MediaPreset>

const path = '/api/v1/media-presets'
const presetWrite = { ...contentWrite, for: ['admin', 'key'] } as const

export const listMediaPresets = endpoint({
  method: 'GET',
  path,
  for: ['team', 'key'],
  scope: ['content:delivery', 'content:preview', 'content:read'],
  summary: 'The picture presets, by name',
  answer: z.object({ items: z.array(MediaPreset), next: z.null() }),
})

export const createMediaPreset = endpoint({
  ...presetWrite,
  method: 'POST',
  path,
  summary: 'Creates a picture preset',
  status: 201,
  body: fields
    .extend({
      width: Edge.default(null),
      height: Edge.default(null),
      fit: fields.shape.fit.default('cover'),
      crop: fields.shape.crop.default('focal'),
      format: fields.shape.format.default('auto'),
      quality: fields.shape.quality.default(80),
    })
    .refine(({ width, height }) => width !== null || height !== null, {
      path: ['width'],
      message: 'Enter a width or a height',
    }),
  answer: MediaPreset,
  refusals: ['media-preset-name-taken', 'too-many-media-presets'],
})

export const changeMediaPreset = endpoint({
  ...presetWrite,
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes a preset. URLs that use it serve the new size at once. After a rename, old URLs stop working',
  params: idParams,
  body: settingsBody(fields.shape),
  answer: MediaPreset,
  refusals: ['media-preset-not-found', 'media-preset-name-taken', 'conflict'],
})

export const deleteMediaPreset = endpoint({
  ...presetWrite,
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a preset. URLs that use it stop working',
  params: idParams,
  answer: Nothing,
  refusals: ['media-preset-not-found'],
})
