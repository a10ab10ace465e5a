import { useCallback, useEffect, useRef, useState } from 'react'
import { retryUntilOnline, tryNow } from '#web/lib/network/network.ts'
import { LostConnection, type UploadedFile, uploadFile } from './upload.ts'

export type Upload = {
  key: number
  name: string
  mime: string
  bytes: number
  progress: number
  id?: string
  picture?: string
  isWaiting?: boolean
  error?: string
  canRetry?: boolean
}

export const mostFiles = 20
/** The maximum progress until the server answers, even if all bytes are sent. */
const almostThere = 0.99
/** The maximum number of automatic attempts for a file, so that a large file on a bad network is not sent forever. */
const mostTries = 10

// Converts stored files, such as files of a draft, to uploads. Stored files have keys below zero, new uploads above
// zero.
const asUploads = (files: UploadedFile[], known: Upload[] = []): Upload[] =>
  files.map(({ id, name, mime, bytes }, index) => {
    const picture = known.find((upload) => upload.id === id)?.picture
    return { key: index - files.length, id, name, mime, bytes, progress: 1, ...(picture && { picture }) }
  })

export function useUploads(kept: UploadedFile[] = [], { most = mostFiles, of = 'A message' } = {}) {
  const [uploads, setUploads] = useState(() => asUploads(kept))
  const running = useRef(new Map<number, AbortController>())
  const chosen = useRef(new Map<number, File>())
  const lastKey = useRef(0)
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = useCallback(
    (key: number, changes: Partial<Upload>) =>
      setUploads((uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload))),
    [],
  )

  function addFiles(files: File[]) {
    const added = files.map((file, index) => {
      lastKey.current += 1
      const { name, type: mime, size: bytes } = file
      const isTooMany = uploads.length + index >= most
      const error = isTooMany ? `${of} can have at most ${most} files` : undefined
      return { file, upload: { key: lastKey.current, name, mime, bytes, progress: 0, error } }
    })
    setUploads((uploads) => [...uploads, ...added.map(({ upload }) => upload)])
    for (const { file, upload } of added) if (!upload.error) begin(file, upload.key)
  }

  /** Adds files that the server has already. */
  function addUploaded(files: UploadedFile[]) {
    const added = files.map(({ id, name, mime, bytes }) => {
      lastKey.current += 1
      return { key: lastKey.current, id, name, mime, bytes, progress: 1 }
    })
    setUploads((uploads) => [...uploads, ...added])
  }

  function begin(file: File, key: number) {
    chosen.current.set(key, file)
    start(key)
    drawSmall(file).then((picture) => picture && change(key, { picture }))
  }

  const start = useCallback(
    (key: number) => {
      const file = chosen.current.get(key)
      if (!file || running.current.has(key)) return
      const controller = new AbortController()
      const { signal } = controller
      running.current.set(key, controller)
      change(key, { progress: 0, isWaiting: !navigator.onLine, error: undefined, canRetry: false })
      sendWhileLost(file, {
        signal,
        onProgress: (share) => change(key, { progress: Math.min(share, almostThere), isWaiting: false }),
        onLost: () => change(key, { isWaiting: true, progress: 0 }),
      })
        .then(({ id }) => {
          chosen.current.delete(key)
          change(key, { id, progress: 1 })
        })
        .catch((error: Error) => {
          if (!signal.aborted) change(key, { error: error.message, canRetry: error instanceof LostConnection })
        })
        .finally(() => {
          running.current.delete(key)
          change(key, { isWaiting: false })
        })
    },
    [change],
  )

  const retryUpload = useCallback(
    (key: number) => {
      if (running.current.has(key)) tryNow()
      else start(key)
    },
    [start],
  )

  const lost = uploads.filter(({ canRetry }) => canRetry).map(({ key }) => key)
  useEffect(() => {
    const goOn = () => {
      for (const key of lost) start(key)
    }
    window.addEventListener('online', goOn)
    return () => window.removeEventListener('online', goOn)
  }, [lost, start])

  function removeUpload(key: number) {
    running.current.get(key)?.abort()
    chosen.current.delete(key)
    setUploads((uploads) => uploads.filter((upload) => upload.key !== key))
  }

  const clearUploads = useCallback(() => setUploads([]), [])

  return {
    uploads,
    addFiles,
    addUploaded,
    removeUpload,
    retryUpload,
    clearUploads,
    replaceUploads: (files: UploadedFile[]) =>
      setUploads((uploads) => [...asUploads(files, uploads), ...uploads.filter(({ id }) => !id)]),
    isUploading: uploads.some(({ id, error }) => !id && !error),
    hasFailed: uploads.some(({ error }) => Boolean(error)),
  }
}

type Sending = { signal: AbortSignal; onProgress: (share: number) => void; onLost: () => void }

function sendWhileLost(file: File, { signal, onProgress, onLost }: Sending): Promise<UploadedFile> {
  let tries = 0
  return retryUntilOnline(
    () => {
      tries += 1
      return uploadFile(file, onProgress, signal)
    },
    {
      signal,
      isLoss(error) {
        const isTriedAgain = error instanceof LostConnection && tries < mostTries
        if (isTriedAgain) onLost()
        return isTriedAgain
      },
    },
  )
}

const widthPx = 128

async function drawSmall(file: File): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) return undefined
  try {
    const small = await createImageBitmap(file, { resizeWidth: widthPx, resizeQuality: 'medium' })
    const canvas = document.createElement('canvas')
    canvas.width = small.width
    canvas.height = small.height
    canvas.getContext('2d')?.drawImage(small, 0, 0)
    small.close()
    return canvas.toDataURL('image/webp', 0.8)
  } catch {
    return undefined
  }
}
