import { useSite } from '#web/lib/use-site.ts'
import { formatMoment } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'

export const draftOption = { value: 'draft', label: 'The draft' }

export function useVersionOptions<Version extends { number: number; createdAt: string }>(
  versions: Version[],
  nameOf: (version: Version) => string,
): Option[] {
  const { timeZone } = useSite()
  return versions.map((version) => ({
    value: String(version.number),
    label: `${version.number} · ${nameOf(version)}`,
    detail: formatMoment(version.createdAt, Date.now(), timeZone),
  }))
}

export const EarlierVersions = ({ history }: { history: { next: string | null; showEarlier: () => void } }) =>
  history.next && (
    <Button variant="ghost" className="justify-self-start" onClick={history.showEarlier}>
      Show earlier versions
    </Button>
  )

type RestoreProps = { isOpen: boolean; number: number; onClose: () => void; onRestore: () => void }

export const RestoreDialog = ({ isOpen, number, onClose, onRestore }: RestoreProps) => (
  <ConfirmDialog
    open={isOpen}
    onClose={onClose}
    title={`Restore version ${number}?`}
    confirmLabel="Restore this version"
    onConfirm={onRestore}
  >
    This version becomes the draft, and the old draft stays in the list. Readers see no change until you publish.
  </ConfirmDialog>
)
