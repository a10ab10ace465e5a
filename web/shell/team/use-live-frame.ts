import { useEffect, useRef, useState } from 'react'
import type { showViewer } from '#contract/workspace/session.ts'
import type { LiveMessage } from '#web/lib/live/live.ts'
import { useFollow } from '#web/lib/live/use-live-reload.ts'
import { unsavedCount, useUnsavedCount } from '#web/lib/unsaved-count.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'

/**
 * Updates the shell when the rights of the viewer change. Returns whether a page that is no longer allowed stays
 * because of unsaved changes.
 */
export function useLiveFrame(isAdmin: boolean): boolean {
  const readAgain = useReadAgain()
  const isListening = useRef(false)
  const [isHeld, setHeld] = useState(false)
  const isUnsaved = useUnsavedCount() > 0

  function hear(message: LiveMessage) {
    if (message !== 'reset') return message.type === 'viewer.changed'
    // The first `reset` is the start of the stream. Later ones follow a lost connection.
    const hasMissed = isListening.current
    isListening.current = true
    return hasMissed
  }

  async function load() {
    const losesPage = isAdmin && unsavedCount() > 0 && (await isNoAdmin())
    setHeld(losesPage)
    if (!losesPage) await readAgain('frame')
  }

  useFollow({ hear, load })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was held is discarded
  useEffect(() => {
    if (isHeld && !isUnsaved) void load()
  }, [isHeld, isUnsaved])
  return isHeld && isUnsaved
}

async function isNoAdmin(): Promise<boolean> {
  const { answer } = await ask<typeof showViewer>('GET', '/api/v1/viewer', {})
  return answer?.isAdmin === false
}
