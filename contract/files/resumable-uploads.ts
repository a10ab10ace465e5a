import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, Time } from '#contract/endpoint.ts'

export const resumableUploadRefusals = {
  'upload-not-found': {
    status: 404,
    text: 'This upload does not exist. Uploads expire after a day. Send the file again.',
  },
  'upload-version-unknown': { status: 412, text: 'Send the header Tus-Resumable: 1.0.0' },
  'upload-elsewhere': {
    status: 409,
    text: 'The sent offset is not the number of bytes that the server has. Request that number with HEAD and continue from there.',
  },
  'upload-incomplete': { status: 409, text: 'The upload is not complete. Send the remaining bytes first.' },
  'upload-in-too-many-parts': { status: 409, text: 'This upload has too many parts. Send larger parts.' },
  'too-many-open-uploads': { status: 409, text: 'You have 200 open uploads. Complete or cancel one of them.' },
} as const

export const mostUploadBytes = 25 * 1024 * 1024
export const mostImportBytes = 256 * 1024 * 1024

const path = '/api/v1/resumable-uploads'
const ofOwn = { for: ['team', 'key'], scope: 'content:write' } as const
const ofUpload = { ...ofOwn, path: `${path}/:id`, params: idParams } as const
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
  bytes: z.number().int().describe('Size of the whole file in bytes'),
  received: z.number().int().describe('Bytes received so far'),
  expiresAt: Time.describe('When the upload expires if it is not used'),
})

/** Implements tus 1.0.0 (https://tus.io/protocols/resumable-upload): the core, creation, termination and expiration. */
export const createResumableUpload = endpoint({
  ...ofOwn,
  method: 'POST',
  path,
  counts: 'write',
  needs: [],
  isRepeatable: false,
  summary:
    'Starts a resumable upload (tus 1.0.0). Send `Upload-Length`, and filename and filetype in `Upload-Metadata`. Send the bytes to the URL in `Location`. At most 25 MB; for admins with the purpose `import` 256 MB',
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
  ...ofUpload,
  method: 'GET',
  summary: 'The progress of an upload. HEAD returns it in `Upload-Offset`',
  answersHeaders: stands,
  answer: ResumableUpload,
  refusals: ['upload-not-found'],
})

export const continueResumableUpload = endpoint({
  ...ofUpload,
  method: 'PATCH',
  counts: 'upload-part',
  takesBytes: 'application/offset+octet-stream',
  needs: [],
  isRepeatable: false,
  summary:
    'Adds bytes (application/offset+octet-stream) at `Upload-Offset`. If the connection breaks, the received bytes are kept',
  status: 204,
  needsHeaders: { ...version, 'Upload-Offset': 'The offset of the first byte of this request' },
  answersHeaders: { ...version, 'Upload-Offset': stands['Upload-Offset'] },
  answer: Nothing,
  refusals: ['upload-version-unknown', 'upload-not-found', 'upload-elsewhere', 'upload-in-too-many-parts'],
})

export const cancelResumableUpload = endpoint({
  ...ofUpload,
  method: 'DELETE',
  counts: 'write',
  needs: [],
  summary: 'Cancels an upload and deletes its bytes',
  answer: Nothing,
  refusals: ['upload-not-found'],
})
