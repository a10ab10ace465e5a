import { useEffect, useRef, useState } from 'react'
import { useBeforeUnload } from 'react-router'
import { type Added, addFile } from './send-media.ts'

export type MediaUpload = {
  key: number
  file: File
  folder: string | null
  progress: number
  state: 'waiting' | 'running' | 'failed' | 'done'
  error?: string
  isWaiting?: boolean
  added?: Added
}

const mostAtOnce = 3
/** Highest progress that is shown until the server has answered. */
const almostThere = 0.98

export function useMediaUploads(onAdded: (added: Added) => void) {
  const [uploads, setUploads] = useState<MediaUpload[]>([])
  const running = useRef(new Map<number, AbortController>())
  const lastKey = useRef(0)
  const isBusy = uploads.some(({ state }) => state === 'waiting' || state === 'running')
  useBeforeUnload((event) => {
    if (isBusy) event.preventDefault()
  })
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = (key: number, changes: Partial<MediaUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits begins when another ends
  useEffect(() => {
    const free = mostAtOnce - running.current.size
    for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) start(upload)
  }, [uploads])

  function start({ key, file, folder }: MediaUpload) {
    const controller = new AbortController()
    running.current.set(key, controller)
    change(key, { state: 'running', progress: 0, error: undefined, isWaiting: false })
    const onProgress = (share: number) => change(key, { progress: Math.min(share, almostThere), isWaiting: false })
    const onWaiting = () => change(key, { isWaiting: true })
    addFile(file, folder, { onProgress, onWaiting, signal: controller.signal })
      .then((added) => {
        change(key, { state: 'done', progress: 1, added })
        onAdded(added)
      })
      .catch(
        (error: Error) =>
          error.name !== 'AbortError' && change(key, { state: 'failed', error: error.message, isWaiting: false }),
      )
      .finally(() => {
        running.current.delete(key)
        // A new array starts the effect above. The effect starts waiting uploads.
        setUploads((all) => [...all])
      })
  }

  return {
    uploads,
    isBusy,
    addFiles(files: File[], folder: string | null) {
      const added = files.map((file): MediaUpload => {
        lastKey.current += 1
        return { key: lastKey.current, file, folder, progress: 0, state: 'waiting' }
      })
      setUploads((all) => [...all, ...added])
    },
    retry: (key: number) => change(key, { state: 'waiting', error: undefined }),
    remove(key: number) {
      running.current.get(key)?.abort()
      setUploads((all) => all.filter((one) => one.key !== key))
    },
    clear: () => setUploads((all) => all.filter(({ state }) => state !== 'done')),
  }
}
export type MediaUploads = ReturnType<typeof useMediaUploads>
