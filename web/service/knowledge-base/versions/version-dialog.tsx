import { useState } from 'react'
import { RestoreDialog } from '#web/lib/writing/versions/version-choice.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { ShownVersion } from './versions.tsx'

type Props = {
  version: ShownVersion
  canRestore: boolean
  onClose: () => void
  onCompare: () => void
  onRestore: () => void
}

export function VersionDialog({ version, canRestore, onClose, onCompare, onRestore }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Dialog open={!isAsking} onClose={onClose} title={`Version ${version.number}`} size="md">
        <DialogBody>
          <h3 className="text-title font-semibold">{version.title || 'Untitled'}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
          <section className="max-h-100 overflow-y-auto" tabIndex={0} aria-label="Text of this version">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server from the document's schema */}
            <div className="written" dangerouslySetInnerHTML={{ __html: version.html }} />
          </section>
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Close
          </Button>
          <Button size="md" onClick={onCompare}>
            Compare…
          </Button>
          {canRestore && (
            <Button size="md" variant="primary" onClick={() => setAsking(true)}>
              Restore…
            </Button>
          )}
        </DialogFooter>
      </Dialog>
      <RestoreDialog
        isOpen={isAsking}
        number={version.number}
        onClose={() => setAsking(false)}
        onRestore={() => {
          onClose()
          onRestore()
        }}
      />
    </>
  )
}
