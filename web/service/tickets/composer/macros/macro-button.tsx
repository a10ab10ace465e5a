import { Zap } from 'lucide-react'
import { useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { useCommands } from '#web/shell/commands/commands.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import type { MacroContext } from './use-macros.ts'

const load = async () => {
  const [{ MacroPalette }, { MacroView }] = await Promise.all([
    import('./macro-palette.tsx'),
    import('./macro-view.tsx'),
  ])
  return { MacroPalette, MacroView }
}
const keys = 'mod+shift+m'

type Props = { page: MacroContext; onChoose: (id: string) => void }

/** Opens the list of macros. Typing `/` in the text opens a shorter one. */
export function MacroButton({ page, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const palette = useLazyModule(load, isOpen)
  const open = () => setOpen(true)
  useShortcuts({ [keys]: { label: 'Apply a macro', run: open } }, { group: 'This ticket' })
  useCommands([{ group: 'This ticket', label: 'Apply macro…', words: 'canned reply template', icon: Zap, run: open }])
  return (
    <>
      <Button variant="ghost" icon={Zap} aria-label="Macro" onClick={open}>
        <span className="max-md:sr-only">Macro</span>
      </Button>
      {isOpen && palette && (
        <palette.MacroPalette
          preview={(id) => <palette.MacroView id={id} page={page} />}
          onChoose={onChoose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
