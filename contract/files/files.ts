import { z } from 'zod'
import { endpoint, Id, idParams, Time } from '#contract/endpoint.ts'

export const fileRefusals = {
  'file-not-found': { status: 404, text: 'There is no such file' },
  'link-expired': {
    status: 410,
    text: 'This link has expired. Ask for the file again: GET /api/v1/files/{id} answers a new link, and so does what the file belongs to.',
  },
  'malformed-upload': {
    status: 400,
    text: 'This upload cannot be read to its end. Send it again as multipart/form-data, with files and no other fields.',
  },
  'file-too-large': { status: 413, text: 'A file may have at most 25 MB' },
  'files-too-large': { status: 413, text: 'The files of one message may have at most 50 MB together' },
  'storage-full': {
    status: 409,
    text: 'The storage of this workspace is full. Delete files for good that nobody needs, or ask whoever runs it for more.',
  },
  'too-many-files': { status: 413, text: 'At most 20 files go with one message' },
  'picture-out-of-reach': { status: 422, text: 'There is no picture at this address that can be had' },
} as const

export const File = z.object({
  id: Id,
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
})

/** Multipart, field `file`, up to 20 files of at most 25 MB. What no message takes within 24 hours is deleted. */
export const uploadFiles = endpoint({
  method: 'POST',
  path: '/api/v1/files',
  takesBytes: 'multipart/form-data',
  for: ['team', 'customer', 'key'],
  scope: ['tickets:create', 'tickets:write', 'knowledge-base:write', 'content:write'],
  counts: 'write',
  needs: [],
  isRepeatable: false,
  summary: 'Uploads files for a message that follows',
  status: 201,
  answer: z.object({ items: z.array(File) }),
  refusals: ['malformed-upload', 'file-too-large', 'files-too-large', 'storage-full', 'too-many-files'],
})

/** What no text takes within 24 hours is deleted, as uploads are. */
export const fetchPicture = endpoint({
  method: 'POST',
  path: '/api/v1/fetched-pictures',
  for: ['admin', 'key'],
  scope: ['knowledge-base:write', 'content:write'],
  counts: 'write',
  needs: ['service'],
  isRepeatable: false,
  summary: 'Takes a picture in from a public address of the web, for a text that follows',
  status: 201,
  body: z.strictObject({ address: z.url({ protocol: /^https?$/ }).max(2048) }),
  answer: File.extend({ url: z.string().describe('Signed, on the files host, for some minutes') }),
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
  url: z.string().describe('Signed, on the files host, for five minutes'),
  pictureUrl: z
    .string()
    .nullable()
    .describe('Of a picture that can be shown, itself in small; signed like `url`, for an hour'),
})

export const FileLink = File.extend({
  url: Attachment.shape.url,
  pictureUrl: Attachment.shape.pictureUrl,
  expiresAt: Time.describe('Until then at least `url` opens the file; later it answers 410 `link-expired`'),
})

export const showFile = endpoint({
  method: 'GET',
  path: '/api/v1/files/:id',
  for: ['team', 'customer', 'key'],
  scope: ['tickets:read', 'knowledge-base:read', 'content:read'],
  summary:
    'A file with new links, for whoever may read the message, the article or the file of the media library that it belongs to, or uploaded it',
  params: idParams,
  answer: FileLink,
  refusals: ['file-not-found'],
})
