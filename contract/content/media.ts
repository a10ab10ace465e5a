import { z } from 'zod'
import { endpoint, Id, idParams, line, Nothing, pageOf, paging, Time, WholeParameter } from '#contract/endpoint.ts'
import { mediaKinds } from '#contract/fields/choices.ts'
import { TagName } from '#contract/tag-name.ts'
import { Language, mostLanguages } from '#contract/workspace/languages.ts'
import { contentRead, contentWrite } from './models.ts'

export const mediaRefusals = {
  'media-not-found': { status: 404, text: 'This file is not in the media library' },
  'media-in-trash': { status: 409, text: 'This file is in the trash. Restore it before you change it.' },
  'media-in-use': { status: 409, text: 'This file is in use. Remove it from where it is used, or send `force`.' },
  'media-kind-differs': { status: 409, text: 'The new file is of another kind. Choose a file of the same kind.' },
  'focus-outside-crop': { status: 409, text: 'The focal point is outside the crop. Move it into the crop.' },
  'picture-unreadable': {
    status: 422,
    text: 'This picture is damaged, or is not a PNG, JPEG, GIF, WebP, AVIF or SVG. Choose another file.',
  },
  'picture-too-large': { status: 422, text: 'This picture is too large. Save it with fewer pixels.' },
  'folder-not-found': { status: 404, text: 'There is no such folder' },
  'folder-name-taken': { status: 409, text: 'Another folder has this name' },
  'folder-too-deep': { status: 409, text: 'Folders can be nested at most five levels deep' },
  'folder-in-itself': { status: 409, text: 'A folder cannot be inside itself' },
  'too-many-folders': { status: 409, text: 'The media library has at most 1,000 folders. Delete one first.' },
} as const

export const FileFacts = z.object({
  name: z.string(),
  kind: z.enum(mediaKinds),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  alt: z.record(z.string(), z.string()).describe('Alternative text by language'),
  focus: z.object({ x: z.number(), y: z.number() }),
})
export type FileFacts = z.output<typeof FileFacts>
export const mostMediaAtOnce = 100

const Words = (most: number) =>
  z
    .record(Language, z.string().trim().max(most, `Use at most ${most} characters`))
    .refine((texts) => Object.keys(texts).length <= mostLanguages, 'Use at most 30 languages')
export const Alt = Words(500)
const Share = z.number().min(0).max(1)
const Focus = z.strictObject({ x: Share, y: Share })
const leastCrop = 0.01
const Crop = z
  .strictObject({ x: Share, y: Share, width: Share.min(leastCrop), height: Share.min(leastCrop) })
  // Allows a little more than 1, because the sum of two fractions can have a rounding error.
  .refine(({ x, y, width, height }) => Math.max(x + width, y + height) <= 1.00001, 'The crop must be in the picture')
const Amount = z.number().int()

export const MediaAsset = z.object({
  id: Id,
  name: z.string().describe('File name'),
  kind: z.enum(mediaKinds),
  mime: z.string(),
  bytes: Amount,
  width: Amount.nullable(),
  height: Amount.nullable(),
  thumbhash: z
    .string()
    .nullable()
    .describe('ThumbHash in Base64, for a blurred preview. Null if the file is no picture or not processed yet'),
  palette: z.array(z.string()).describe('Up to five colors of the picture, most frequent first: `#1f6feb`'),
  hash: z.string().describe('SHA-256 of the file, hexadecimal'),
  folder: Id.nullable(),
  title: z.string(),
  alt: z.record(z.string(), z.string()).describe('Alternative text by language'),
  caption: z.record(z.string(), z.string()).describe('Caption by language'),
  credit: z.string(),
  tags: z.array(z.string()),
  focus: Focus.describe('The focal point, which crops keep in view. From 0 (left, top) to 1 (right, bottom)'),
  crop: Crop.nullable().describe('The crop, in fractions of width and height (0 to 1). Null: the whole picture'),
  isPublic: z.boolean().describe('If false, the URLs of the file are signed and expire'),
  url: z.string().describe('URL of the current content. Accepts `w`, `h`, `fit`, `format` and so on'),
  lastingUrl: z.string().describe('URL that always serves this content, even after the file is replaced'),
  thumbnail: z.string().nullable().describe('Thumbnail URL, signed, valid for about an hour'),
  download: z.string().describe('URL of the uploaded file, signed, valid for some minutes'),
  useCount: Amount,
  revision: Amount,
  isTrashed: z.boolean(),
  createdAt: Time,
  createdBy: z.object({ id: Id, name: z.string() }).nullable(),
  updatedAt: Time,
})
export const Added = MediaAsset.extend({
  duplicateOf: z.object({ id: Id, name: z.string() }).nullable().describe('The oldest other file with this content'),
})

const InFolder = z.strictObject({ folder: Id.optional() })
const adding = ['file-too-large', 'files-too-large', 'storage-full', 'picture-unreadable', 'picture-too-large'] as const
const uploading = [...adding, 'malformed-upload', 'too-many-files'] as const

export const listMedia = endpoint({
  method: 'GET',
  path: '/api/v1/media',
  ...contentRead,
  counts: 'search',
  summary: 'The files of the media library, newest first',
  query: z.strictObject({
    ...paging,
    q: z.string().max(256).optional().describe('Words to find in name, title, texts, credit and tags'),
    folder: z
      .union([Id, z.literal('none')])
      .optional()
      .describe('Files in this folder and its subfolders. `none`: files in no folder'),
    kind: z
      .enum(mediaKinds)
      .array()
      .or(z.enum(mediaKinds).transform((kind) => [kind]))
      .optional(),
    tag: z.string().max(50).optional(),
    unused: z.stringbool().optional().describe('Files that are not used'),
    withoutAlt: z.stringbool().optional().describe('Pictures without an alternative text'),
    duplicated: z.stringbool().optional().describe('Files with the same content as another file'),
    minBytes: WholeParameter.min(0).optional().describe('Minimum size in bytes'),
    maxBytes: WholeParameter.min(0).optional().describe('Maximum size in bytes'),
    trashed: z.stringbool().optional().describe('Files in the trash'),
  }),
  answer: pageOf(MediaAsset),
  refusals: ['folder-not-found'],
})

export const showMediaReport = endpoint({
  method: 'GET',
  path: '/api/v1/media/report',
  ...contentRead,
  summary: 'Counts of the media library: files, bytes, and files without alternative text',
  answer: z.object({
    all: Amount,
    unused: Amount,
    withoutAlt: Amount,
    trashed: Amount,
    duplicated: Amount.describe('Files with the same content as another file'),
    bytes: Amount.describe('Size of all files in the library, in bytes'),
    stored: Amount.describe('Bytes of all uploads of the workspace, including tickets and articles'),
    quota: Amount.describe('Maximum of `stored`'),
    tags: z.array(z.string()).describe('Tags in use, most used first, at most 200'),
    languages: z.array(z.string()).describe('Languages of the workspace'),
  }),
})

export const addMedia = endpoint({
  ...contentWrite,
  method: 'POST',
  path: '/api/v1/media',
  isRepeatable: false,
  takesBytes: 'multipart/form-data',
  summary:
    'Uploads files to the media library as multipart, field `file`. With one file, `alt[en]` sets its alternative text',
  status: 201,
  query: InFolder,
  answer: z.object({ items: z.array(Added) }),
  refusals: [...uploading, 'folder-not-found', 'language-unknown'],
})

export const addMediaFromAddress = endpoint({
  ...contentWrite,
  method: 'POST',
  path: '/api/v1/media/addresses',
  isRepeatable: false,
  summary: 'Adds a picture from a URL to the media library',
  status: 201,
  body: z.strictObject({
    address: z.url({ protocol: /^https?$/, error: 'Use an address like https://…' }).max(2048),
    folder: Id.optional(),
    alt: Alt.optional(),
  }),
  answer: Added,
  refusals: [...adding, 'picture-out-of-reach', 'folder-not-found', 'language-unknown'],
})

export const addMediaFromUpload = endpoint({
  ...contentWrite,
  method: 'POST',
  path: '/api/v1/media/uploads',
  summary: 'Adds the file of a resumable upload to the media library',
  status: 201,
  body: z.strictObject({ upload: Id, folder: Id.optional(), alt: Alt.optional() }),
  answer: Added,
  refusals: [...adding, 'upload-not-found', 'upload-incomplete', 'folder-not-found', 'language-unknown'],
})

export const showMedia = endpoint({
  method: 'GET',
  path: '/api/v1/media/:id',
  ...contentRead,
  hasEtag: true,
  summary: 'One file of the media library, with an ETag for If-Match',
  params: idParams,
  answer: MediaAsset,
})

export const Tags = z
  .array(TagName)
  .max(50, 'A file has at most 50 tags')
  .transform((tags) => [...new Set(tags)])

export const changeMedia = endpoint({
  ...contentWrite,
  method: 'PATCH',
  path: '/api/v1/media/:id',
  takesIfMatch: true,
  summary: 'Changes the name, texts, tags and folder of a file. Languages that are not sent stay unchanged',
  params: idParams,
  body: z
    .strictObject({
      name: line(255).min(1, 'Enter a name'),
      title: line(200),
      alt: Alt,
      caption: Words(1000),
      credit: line(200),
      tags: Tags,
      focus: Focus,
      crop: Crop.nullable(),
      isPublic: z.boolean(),
      folder: Id.nullable(),
    })
    .partial(),
  answer: MediaAsset,
  refusals: ['media-in-trash', 'changed-meanwhile', 'folder-not-found', 'language-unknown', 'focus-outside-crop'],
})

export const replaceMedia = endpoint({
  ...contentWrite,
  method: 'PUT',
  path: '/api/v1/media/:id/content',
  takesBytes: 'multipart/form-data',
  isRepeatable: false,
  takesIfMatch: true,
  summary: 'Replaces a file, as multipart with one file of the same kind. The old `lastingUrl` serves the old file',
  params: idParams,
  answer: MediaAsset,
  refusals: [...uploading, 'media-in-trash', 'media-kind-differs'],
})

const Force = z.strictObject({ force: z.stringbool().default(false).describe('Deletes the file even if it is in use') })

export const deleteMedia = endpoint({
  ...contentWrite,
  method: 'DELETE',
  path: '/api/v1/media/:id',
  takesIfMatch: true,
  summary:
    'Moves a file to the trash for 30 days. It is not served any more. If the file is in use, `force` is required',
  params: idParams,
  query: Force,
  answer: Nothing,
  refusals: ['media-in-use'],
})

export const untrashMedia = endpoint({
  ...contentWrite,
  method: 'DELETE',
  path: '/api/v1/media/:id/trash',
  takesIfMatch: true,
  summary: 'Restores a file from the trash',
  params: idParams,
  answer: MediaAsset,
})

export const MediaUse = z.object({
  kind: z.string().describe('What uses the file, for example `entry`'),
  id: Id,
  field: z.string(),
  label: z.string().describe('Name of the place when it was last saved'),
})

export const listMediaUses = endpoint({
  method: 'GET',
  path: '/api/v1/media/:id/uses',
  ...contentRead,
  summary: 'The places that use a file, at most 200. Places that the caller may not read are only counted',
  params: idParams,
  answer: z.object({
    items: z.array(MediaUse),
    unseen: Amount.describe('Number of places that the caller may not read'),
    next: z.null(),
  }),
})

export const changeManyMedia = endpoint({
  ...contentWrite,
  method: 'POST',
  path: '/api/v1/media-changes',
  summary: 'Moves, tags, deletes or restores up to 100 files, all or none',
  body: z.strictObject({
    ids: z
      .array(Id)
      .min(1, 'Send at least one file id')
      .max(mostMediaAtOnce, `Send at most ${mostMediaAtOnce} file ids`)
      .refine((ids) => new Set(ids).size === ids.length, 'Send each file once'),
    changes: z
      .strictObject({
        folder: Id.nullable(),
        addTags: Tags,
        removeTags: Tags,
        isPublic: z.boolean(),
        trash: z.boolean().describe('`true` moves the files to the trash, `false` restores them'),
      })
      .partial()
      .refine((changes) => Object.keys(changes).length > 0, 'Send at least one change'),
    force: z.boolean().default(false).describe('Deletes files even if they are in use'),
  }),
  answer: z.object({ changed: Amount }),
  refusals: ['media-not-found', 'media-in-use', 'folder-not-found'],
})
