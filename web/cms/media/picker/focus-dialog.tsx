import { useState } from 'react'
import { FocusPicker } from '#web/cms/media/details/focus-picker.tsx'
import { type Lead, useAround } from '#web/fields/form/around.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

type Props = { lead: Lead; onClose: () => void }

/** What stays in sight of a picture, wherever it is shown. */
export function FocusDialog({ lead, onClose }: Props) {
  const { changeMedia } = useAround()
  const [focus, setFocus] = useState(lead.file?.focus ?? { x: 0.5, y: 0.5 })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const refused = await changeMedia!(lead, { focus })
    setBusy(false)
    setProblem(refused)
    if (!refused) onClose()
  }

  return (
    <Dialog open onClose={onClose} title={`Focal point of ${lead.title}`}>
      <DialogBody>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <p className="text-ink-2">It stays in sight where the picture is cut. This holds wherever it is shown.</p>
        <FocusPicker
          asset={{ thumbnail: lead.picture, width: lead.file?.width ?? null, height: lead.file?.height ?? null }}
          value={focus}
          onChange={setFocus}
        />
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button size="md" variant="primary" busy={isBusy} onClick={save}>
          Save focal point
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
