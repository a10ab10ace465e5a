import { Kbd } from '#web/ui/keys/kbd.tsx'
import { type BoundShortcut, useBoundShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'

export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const groups = groupByName(useBoundShortcuts())
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="md">
      <DialogBody>
        {groups.map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className="mb-1 text-micro font-medium text-ink-3">{group}</h3>
            <dl>
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className="flex min-h-8 items-center justify-between gap-4 border-t border-line">
                  <dt>{label}</dt>
                  <dd className="flex gap-1">
                    <Kbd keys={keys} className="bg-transparent" />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  )
}

function groupByName(bound: BoundShortcut[]) {
  const groups = new Map<string, BoundShortcut[]>()
  const seen = new Set<string>()
  for (const shortcut of bound.toReversed()) {
    const name = shortcut.run ? shortcut.keys : `${shortcut.group}\t${shortcut.keys}`
    if (seen.has(name)) continue
    seen.add(name)
    groups.set(shortcut.group, [shortcut, ...(groups.get(shortcut.group) ?? [])])
  }
  return [...groups].toSorted(([a], [b]) => Number(a === 'Everywhere') - Number(b === 'Everywhere'))
}
