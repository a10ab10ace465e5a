import type { z } from 'zod'
import type { File as KeptFile, uploadFiles } from '#contract/files.ts'
import type { Problem } from '#contract/refusals.ts'

export type UploadedFile = z.output<typeof KeptFile>

const path: (typeof uploadFiles)['path'] = '/api/v1/files'

export const mostUploadBytes = 25 * 1024 * 1024

/** Sends a file and says how much of it is there (0 to 1). Fails with an error whose message a person can read. */
export function uploadFile(file: File, onProgress: (share: number) => void, signal?: AbortSignal) {
  if (file.size > mostUploadBytes) return Promise.reject(new Error('Larger than 25 MB'))
  return new Promise<UploadedFile>((resolve, reject) => {
    // Only XMLHttpRequest tells how much of a request has left.
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const kept = readAnswer(request)
      if (kept instanceof Error) reject(kept)
      else resolve(kept)
    }
    request.onerror = () => reject(new Error('The connection was lost'))
    request.onabort = () => reject(new DOMException('The upload was taken back', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function readAnswer({ status, response }: XMLHttpRequest): UploadedFile | Error {
  const kept = (response as { items?: UploadedFile[] } | null)?.items?.[0]
  if (status < 300 && kept) return kept
  return new Error((response as Problem | null)?.detail ?? 'The server did not take the file')
}
