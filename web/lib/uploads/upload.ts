import type { z } from 'zod'
import type { File as KeptFile, uploadFiles } from '#contract/files/files.ts'

export type UploadedFile = z.output<typeof KeptFile>
type Answer = { items?: UploadedFile[]; detail?: string } | null

export class LostConnection extends Error {}

const path: (typeof uploadFiles)['path'] = '/api/v1/files'

export const mostUploadBytes = 25 * 1024 * 1024
/** If there is no progress for this time, the connection counts as lost. */
const stillMs = 60_000

export function uploadFile(file: File, onProgress: (share: number) => void, signal?: AbortSignal) {
  if (file.size > mostUploadBytes) return Promise.reject(new Error('Larger than 25 MB'))
  if (signal?.aborted) return Promise.reject(takenBack())
  return new Promise<UploadedFile>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lose = () => reject(new LostConnection('The connection was lost'))
    let timer: ReturnType<typeof setTimeout>
    const move = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        lose()
        request.abort()
      }, stillMs)
    }
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      move()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      const kept = readAnswer(request)
      if (kept instanceof Error) reject(kept)
      else resolve(kept)
    }
    request.onerror = lose
    request.onabort = () => reject(takenBack())
    request.onloadend = () => clearTimeout(timer)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    move()
    request.send(form)
  })
}

const takenBack = () => new DOMException('The upload was cancelled', 'AbortError')

/** The status codes that a proxy returns while the server behind it is down. */
const away = [502, 503, 504]

function readAnswer({ status, response }: { status: number; response: Answer }): UploadedFile | Error {
  const kept = response?.items?.[0]
  if (status < 300 && kept) return kept
  if (away.includes(status)) return new LostConnection('The server was not reached')
  return new Error(response?.detail ?? 'The server did not accept the file')
}
