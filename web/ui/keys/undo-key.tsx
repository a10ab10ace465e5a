import { Kbd } from './kbd.tsx'
import type { UndoKeys } from './use-undo.ts'

export const UndoKey = ({ keys }: { keys: UndoKeys }) => (
  <>
    {keys !== 'none' && <Kbd keys="Z" tone="inherit" isAct={false} className="mr-0! typing:hidden" />}
    {keys === 'all' && <Kbd keys="mod+Z" tone="inherit" className="mr-0! not-typing:hidden" />}
  </>
)
