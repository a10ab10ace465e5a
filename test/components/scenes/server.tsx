import { useEffect, useState } from 'react'
import { listenLive } from '#web/lib/live/live.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { tryNow, useIsOffline } from '#web/lib/network/network.ts'
import { waitForNetwork } from '#web/lib/network/wait-for-network.ts'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import { useFreshLinks } from '#web/lib/uploads/use-fresh-links.ts'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DropZone } from '#web/ui/message/attachments.tsx'

function LiveScene() {
  const [heard, setHeard] = useState<string[]>([])
  useEffect(
    () => listenLive((message) => setHeard((before) => [...before, message === 'reset' ? message : message.type])),
    [],
  )
  return <output aria-label="Heard">{heard.join(' ')}</output>
}

function LiveReloadScene() {
  useLiveReload(({ type }) => type === 'ticket.changed')
  return null
}

function FreshLinksScene() {
  const [isNeeded, setNeeded] = useState(false)
  useFreshLinks(isNeeded)
  return <Button onClick={() => setNeeded(!isNeeded)}>Files</Button>
}

function ReadAgainScene() {
  const readAgain = useReadAgain()
  return (
    <>
      <Button onClick={() => readAgain()}>Page</Button>
      <Button onClick={() => readAgain('frame')}>Frame</Button>
    </>
  )
}

let isPatient = false

function NetworkScene() {
  const isOffline = useIsOffline()
  const [said, setSaid] = useState('nothing')
  useEffect(() => {
    if (!isPatient) waitForNetwork()
    isPatient = true
  }, [])
  const ask = (path: string) => async () => {
    setSaid('waiting')
    setSaid(
      await fetch(path).then(
        (response) => response.text(),
        () => 'failed',
      ),
    )
  }
  return (
    <>
      <Button onClick={ask('/page.data')}>Page data</Button>
      <Button onClick={ask('/api/v1/other')}>Something else</Button>
      <Button onClick={tryNow}>Try now</Button>
      <output aria-label="Said">{said}</output>
      <output aria-label="Network">{isOffline ? 'offline' : 'online'}</output>
    </>
  )
}

function UploadsScene() {
  const { uploads, addFiles, removeUpload, retryUpload, isUploading, hasFailed } = useUploads()
  return (
    <form id="form" className="grid gap-4">
      <DropZone onFiles={addFiles} />
      <UploadChips uploads={uploads} onRemove={removeUpload} onRetry={retryUpload} />
      <output aria-label="State">{isUploading ? 'uploading' : hasFailed ? 'failed' : 'ready'}</output>
    </form>
  )
}

export const server = {
  live: LiveScene,
  'live-reload': LiveReloadScene,
  'fresh-links': FreshLinksScene,
  'read-again': ReadAgainScene,
  network: NetworkScene,
  uploads: UploadsScene,
}
