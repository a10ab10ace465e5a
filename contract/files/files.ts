import { z } from 'zod'
import { endpoint, Id, idParams, Time } from '#contract/endpoint.ts'

export const fileRefusals = {
  'file-not-found': { status: 404, text: 'This file does not exist' },
  'link-expired': {
    status: 410,
    text: 'This link has expired. GET /api/v1/files/{id} returns a new one.',
  },
  'malformed-upload': {
    status: 400,
    text: 'This upload is incomplete. Send it again as multipart/form-data, with files and no other fields.',
  },
  'file-too-large': { status: 413, text: 'A file can have at most 25 MB' },
  'files-too-large': { status: 413, text: 'The files of a message can have at most 50 MB in total' },
  'storage-full': {
    status: 409,
    text: 'The storage of this workspace is full. Permanently delete unused files, or ask the operator of this installation for more.',
  },
  'too-many-files': { status: 413, text: 'A message can have at most 20 files' },
  'picture-out-of-reach': { status: 422, text: 'There is no picture at this URL, or it cannot be loaded' },
} as const

export const File = z.object({
  id: Id,
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
})

/** Multipart, field `file`, up to 20 files of at most 25 MB. Unused files are deleted after 24 hours. */
export const uploadFiles = endpoint({
  method: 'POST',
  path: '/api/v1/files',
  takesBytes: 'multipart/form-data',
  for: ['team', 'customer', 'key'],
  scope: ['tickets:create', 'tickets:write', 'knowledge-base:write', 'content:write'],
  counts: 'write',
  needs: [],
  isRepeatable: false,
  summary: 'Uploads files for a message',
  status: 201,
  answer: z.object({ items: z.array(File) }),
  refusals: ['malformed-upload', 'file-too-large', 'files-too-large', 'storage-full', 'too-many-files'],
})

/** Pictures that are not used in a text within 24 hours are deleted. */
export const fetchPicture = endpoint({
  method: 'POST',
  path: '/api/v1/fetched-pictures',
  for: ['admin', 'key'],
  scope: ['knowledge-base:write', 'content:write'],
  counts: 'write',
  needs: ['service'],
  isRepeatable: false,
  summary: 'Copies a picture from a public URL, for use in a text',
  status: 201,
  body: z.strictObject({ address: z.url({ protocol: /^https?$/ }).max(2048) }),
  answer: File.extend({ url: z.string().describe('Signed URL on the files host, valid for some minutes') }),
  refusals: [
    'picture-unreadable',
    'picture-too-large',
    'files-too-large',
    'picture-out-of-reach',
    'file-too-large',
    'storage-full',
  ],
})

export const Attachment = z.object({
  id: Id,
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
  inline: z.boolean(),
  url: z.string().describe('Signed URL on the files host, valid for five minutes'),
  pictureUrl: z.string().nullable().describe('Signed URL of a smaller picture, valid for an hour. Null: no picture'),
})

export const FileLink = File.extend({
  url: Attachment.shape.url,
  pictureUrl: Attachment.shape.pictureUrl,
  expiresAt: Time.describe('`url` works at least until then. Later it returns 410 `link-expired`'),
})

export const showFile = endpoint({
  method: 'GET',
  path: '/api/v1/files/:id',
  for: ['team', 'customer', 'key'],
  scope: ['tickets:read', 'knowledge-base:read', 'content:read'],
  summary: 'A file with new links. For callers who uploaded it, or who can read its message, article or media file',
  params: idParams,
  answer: FileLink,
  refusals: ['file-not-found'],
})
