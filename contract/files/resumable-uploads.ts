import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, Time } from '#contract/endpoint.ts'

export const resumableUploadRefusals = {
  'upload-not-found': {
    status: 404,
    text: 'There is no such upload. After a day it is forgotten; send the file again.',
  },
  'upload-version-unknown': { status: 412, text: 'Send Tus-Resumable: 1.0.0' },
  'upload-elsewhere': {
    status: 409,
    text: 'This upload stands at another byte. Ask where by HEAD, and go on from there.',
  },
  'upload-incomplete': { status: 409, text: 'Not all of this file is here yet' },
  'upload-in-too-many-parts': { status: 409, text: 'This upload came in too many parts. Send larger ones.' },
  'too-many-open-uploads': { status: 409, text: 'You have 200 uploads under way. End or cancel one of them.' },
} as const

/** Of a file of any kind; of an archive that an admin brings to be imported. */
export const mostUploadBytes = 25 * 1024 * 1024
export const mostImportBytes = 256 * 1024 * 1024

const path = '/api/v1/resumable-uploads'
const ofOwn = { for: ['team', 'key'], scope: 'content:write' } as const
const version = { 'Tus-Resumable': '1.0.0' } as const
const stands = {
  ...version,
  'Upload-Offset': 'How many bytes the server has received',
  'Upload-Length': 'Size of the whole file in bytes',
  'Upload-Expires': 'When the upload expires',
} as const

export const ResumableUpload = z.object({
  id: Id,
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int().describe('Of the whole file'),
  received: z.number().int().describe('So many of them are here'),
  expiresAt: Time.describe('When it is forgotten, unless something took it'),
})

/**
 * These four are the core of tus 1.0.0 (https://tus.io/protocols/resumable-upload) with its extensions creation, termination and
 * expiration, so that its clients work. What they say in headers stands in the answers, too.
 */
export const createResumableUpload = endpoint({
  ...ofOwn,
  method: 'POST',
  path,
  counts: 'write',
  needs: [],
  isRepeatable: false,
  summary:
    'Begins an upload that may break off (tus 1.0.0): `Upload-Length`, and in `Upload-Metadata` filename and filetype; `Location` says where its bytes go. At most 25 MB; of an admin, with the purpose `import`, 256 MB',
  status: 201,
  needsHeaders: { ...version, 'Upload-Length': 'Size of the whole file in bytes' },
  takesHeaders: {
    'Upload-Metadata': '`filename`, `filetype` and `purpose`, each with a base64 value (tus 1.0.0)',
  },
  answersHeaders: { ...stands, Location: 'The address to send the bytes to' },
  answer: ResumableUpload,
  refusals: ['upload-version-unknown', 'file-too-large', 'storage-full', 'too-many-open-uploads'],
})

export const showResumableUpload = endpoint({
  ...ofOwn,
  method: 'GET',
  path: `${path}/:id`,
  summary: 'How much of an upload is here; HEAD says it in `Upload-Offset`',
  params: idParams,
  answersHeaders: stands,
  answer: ResumableUpload,
  refusals: ['upload-not-found'],
})

export const continueResumableUpload = endpoint({
  ...ofOwn,
  method: 'PATCH',
  path: `${path}/:id`,
  counts: 'upload-part',
  takesBytes: 'application/offset+octet-stream',
  needs: [],
  isRepeatable: false,
  summary:
    'Adds bytes (application/offset+octet-stream) from `Upload-Offset` on; where the connection breaks, what came stays',
  params: idParams,
  status: 204,
  needsHeaders: { ...version, 'Upload-Offset': 'The offset of the first byte of this request' },
  answersHeaders: { ...version, 'Upload-Offset': stands['Upload-Offset'] },
  answer: Nothing,
  refusals: ['upload-version-unknown', 'upload-not-found', 'upload-elsewhere', 'upload-in-too-many-parts'],
})

export const cancelResumableUpload = endpoint({
  ...ofOwn,
  method: 'DELETE',
  path: `${path}/:id`,
  counts: 'write',
  needs: [],
  summary: 'Forgets an upload and what came of it',
  params: idParams,
  answer: Nothing,
  refusals: ['upload-not-found'],
})
