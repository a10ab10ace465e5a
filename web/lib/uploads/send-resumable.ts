import type { DetailedError } from 'tus-js-client'
import type { createResumableUpload } from '#contract/files/resumable-uploads.ts'

const path: (typeof createResumableUpload)['path'] = '/api/v1/resumable-uploads'
/** The size of a request. After a lost connection, at most this many bytes are sent again. */
const chunkBytes = 4 * 1024 * 1024
// The pauses between retries, about ten minutes in total. Then the upload fails. If the same file is sent again later,
// the upload continues where it stopped.
const retryMs = [0, 1000, 3000, 5000, 10_000, ...Array.from({ length: 20 }, () => 30_000)]

export type Sending = {
  onProgress: (share: number) => void
  onWaiting?: () => void
  signal: AbortSignal
}

export type Resumable = { id: string; forget: () => Promise<void> }

/** Uploads a file in parts (tus 1.0.0). `forget` removes the data for continuing an interrupted upload. */
export async function sendResumable(
  file: File,
  { onProgress, onWaiting, signal }: Sending,
  purpose?: 'import',
): Promise<Resumable> {
  const { Upload, defaultOptions } = await import('tus-js-client')
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: new URL(path, location.href).href,
      chunkSize: chunkBytes,
      retryDelays: retryMs,
      metadata: { filename: file.name, filetype: file.type, ...(purpose && { purpose }) },
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onShouldRetry(error) {
        const goesOn = mayPass(error)
        if (goesOn) onWaiting?.()
        return goesOn
      },
      onError: (error) => reject(new Error(sentenceOf(error))),
      onSuccess: () => resolve({ id: upload.url!.split('/').at(-1)!, forget }),
    })
    async function forget() {
      for (const { urlStorageKey } of await upload.findPreviousUploads())
        await defaultOptions.urlStorage.removeUpload(urlStorageKey)
    }
    signal.addEventListener(
      'abort',
      () => {
        upload.abort(true).catch(() => {})
        reject(new DOMException('The upload was cancelled', 'AbortError'))
      },
      { once: true },
    )
    upload.findPreviousUploads().then(([previous]) => {
      if (signal.aborted) return
      if (previous) upload.resumeFromPreviousUpload(previous)
      upload.start()
    })
  })
}

const statusOf = (error: Error | DetailedError) =>
  'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0

// Returns whether a retry may help: after a lost connection, a server error or overload, or if another request wrote to
// the upload meanwhile.
function mayPass(error: DetailedError) {
  const status = statusOf(error)
  return status === 0 || status >= 500 || [409, 423, 429].includes(status)
}

function sentenceOf(error: Error | DetailedError): string {
  if (statusOf(error) === 0 || !('originalResponse' in error)) return 'The connection was lost'
  try {
    return JSON.parse(error.originalResponse!.getBody()).detail
  } catch {
    return 'The server did not accept the file'
  }
}
