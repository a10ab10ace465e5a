import { MoveVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

type Kind = 'changed' | 'moved' | 'added' | 'removed'

/** One difference, with its name. Keys move the focus to it. */
export const ChangeFrame = ({ name, kind, children }: { name: string; kind: Kind; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
  <div
    role="group"
    aria-label={name}
    data-change={kind}
    tabIndex={-1}
    className={classNames('min-w-0 scroll-my-2 rounded-sm border-l-2 py-1.5 pr-3 pl-3', looks[kind].frame)}
  >
    <div className="mb-0.5 flex items-center gap-1.5 text-meta text-ink-2">
      <Icon of={looks[kind].icon} size={12} />
      {name}
    </div>
    {children}
  </div>
)

const looks = {
  changed: { icon: Pencil, frame: 'border-line-strong bg-press/50' },
  moved: { icon: MoveVertical, frame: 'border-dashed border-control' },
  added: { icon: Plus, frame: 'border-green-ink bg-green-tint' },
  removed: { icon: Trash2, frame: 'border-red-ink bg-red-tint' },
}

/** Before and after, side by side if there is room. */
export const Sides = ({ was, is }: { was: ReactNode; is: ReactNode }) => (
  <div className="grid gap-3 md:grid-cols-2">
    <section aria-label="Before" className="min-w-0">
      <div className="mb-1 text-meta text-ink-3">Before</div>
      {was}
    </section>
    <section aria-label="After" className="min-w-0">
      <div className="mb-1 text-meta text-ink-3">After</div>
      {is}
    </section>
  </div>
)
