import type { ComponentType } from 'react'
import { choices } from './choices.tsx'
import { editor } from './editor.tsx'
import { forms } from './forms.tsx'
import { lists } from './lists.tsx'
import { overlays } from './overlays.tsx'
import { pages } from './pages.tsx'
import { server } from './server.tsx'
import { write } from './write.tsx'

export const scenes: Record<string, ComponentType> = {
  ...overlays,
  ...choices,
  ...editor,
  ...forms,
  ...lists,
  ...pages,
  ...server,
  ...write,
}
