import { z } from 'zod'
import { endpoint, Id, idParams, line, Nothing, settingsBody } from '#contract/endpoint.ts'
import { contentRead, contentWrite } from './models.ts'

export const mostFolderDepth = 5
export const mostFolders = 1000

export const MediaFolder = z.object({
  id: Id,
  parent: Id.nullable(),
  name: z.string(),
  count: z.int().describe('Number of files in this folder and its subfolders'),
})

export const listMediaFolders = endpoint({
  method: 'GET',
  path: '/api/v1/media/folders',
  ...contentRead,
  summary: 'The folders of the media library. Each folder follows its parent',
  answer: z.object({ items: z.array(MediaFolder), next: z.null() }),
})

const folderName = line(80).min(1, 'Enter a name')
const placing = ['folder-not-found', 'folder-name-taken', 'folder-too-deep'] as const

export const createMediaFolder = endpoint({
  ...contentWrite,
  method: 'POST',
  path: '/api/v1/media/folders',
  summary: 'Creates a folder',
  status: 201,
  body: z.strictObject({ name: folderName, parent: Id.nullable().default(null) }),
  answer: MediaFolder,
  refusals: [...placing, 'too-many-folders'],
})

export const changeMediaFolder = endpoint({
  ...contentWrite,
  method: 'PATCH',
  path: '/api/v1/media/folders/:id',
  summary: 'Renames a folder, or moves it into another folder',
  params: idParams,
  body: settingsBody({ name: folderName, parent: Id.nullable() }),
  answer: MediaFolder,
  refusals: [...placing, 'folder-in-itself', 'conflict'],
})

export const deleteMediaFolder = endpoint({
  ...contentWrite,
  method: 'DELETE',
  path: '/api/v1/media/folders/:id',
  summary: 'Deletes a folder. Its contents move to its parent',
  params: idParams,
  answer: Nothing,
  refusals: ['folder-not-found', 'folder-name-taken'],
})
