import { useCallback, useEffect, useRef, useState } from 'react'
import { type UploadedFile, uploadFile } from './upload.ts'

export type Upload = {
  key: number
  name: string
  mime: string
  bytes: number
  /** 0 to 1 */
  progress: number
  /** The id of what the server keeps, once it is there. */
  id?: string
  error?: string
}

const mostFiles = 20
/** All bytes have left, and the server has not answered yet. */
const almostThere = 0.99

/** Files that the server has already, such as those of a draft. Their keys are below those of what is uploaded here. */
const asUploads = (files: UploadedFile[]): Upload[] =>
  files.map(({ id, name, mime, bytes }, index) => ({ key: index - files.length, id, name, mime, bytes, progress: 1 }))

/** The files that go with a message: they upload as soon as they are chosen. */
export function useUploads(kept: UploadedFile[] = []) {
  const [uploads, setUploads] = useState(() => asUploads(kept))
  const running = useRef(new Map<number, AbortController>())
  const lastKey = useRef(0)
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))

  function addFiles(files: File[]) {
    const added = files.map((file, index) => {
      lastKey.current += 1
      const { name, type: mime, size: bytes } = file
      const isTooMany = uploads.length + index >= mostFiles
      const error = isTooMany ? `At most ${mostFiles} files go with one message` : undefined
      return { file, upload: { key: lastKey.current, name, mime, bytes, progress: 0, error } }
    })
    setUploads((uploads) => [...uploads, ...added.map(({ upload }) => upload)])
    for (const { file, upload } of added) if (!upload.error) start(file, upload.key)
  }

  function start(file: File, key: number) {
    const controller = new AbortController()
    running.current.set(key, controller)
    uploadFile(file, (share) => change(key, { progress: Math.min(share, almostThere) }), controller.signal)
      .then(({ id }) => change(key, { id, progress: 1 }))
      .catch((error: Error) => error.name !== 'AbortError' && change(key, { error: error.message }))
      .finally(() => running.current.delete(key))
  }

  function removeUpload(key: number) {
    running.current.get(key)?.abort()
    setUploads((uploads) => uploads.filter((upload) => upload.key !== key))
  }

  const clearUploads = useCallback(() => setUploads([]), [])

  return {
    uploads,
    addFiles,
    removeUpload,
    clearUploads,
    /** Those that are on their way, or failed, stay. */
    replaceUploads: (files: UploadedFile[]) =>
      setUploads((uploads) => [...asUploads(files), ...uploads.filter(({ id }) => !id)]),
    isUploading: uploads.some(({ id, error }) => !id && !error),
    hasFailed: uploads.some(({ error }) => Boolean(error)),
  }
}
