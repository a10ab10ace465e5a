import { useEffect, useState } from 'react'

type Files = { isUploading: boolean; hasFailed: boolean }

export function useAfterUploads<W extends unknown[]>({ isUploading, hasFailed }: Files, send: (...wish: W) => void) {
  const [wish, setWish] = useState<W>()

  useEffect(() => {
    if (!wish || isUploading) return
    setWish(undefined)
    if (!hasFailed) send(...wish)
  }, [wish, isUploading, hasFailed, send])

  return {
    isWaiting: wish !== undefined,
    sendWhenThere(...wanted: W) {
      if (isUploading) setWish(wanted)
      else if (!hasFailed) send(...wanted)
    },
  }
}

export const failedUpload = 'A file was not uploaded. Upload it again or remove it'
