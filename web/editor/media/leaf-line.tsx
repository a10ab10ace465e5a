import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { askAgainAt } from './asking.ts'

type LineProps = { icon: IconShape; selected: boolean; children: ReactNode; change?: ReactNode }

/** A block that holds no text, on a line. */
export const LeafLine = ({ icon, selected, children, change }: LineProps) => (
  <NodeViewWrapper
    data-drag-handle
    className={classNames('leaf flex items-center gap-2 rounded-sm border border-line px-3 py-2', selected && 'chosen')}
  >
    <Icon of={icon} className="text-ink-3" />
    {children}
    {change}
  </NodeViewWrapper>
)

/** Keys do it, too: Escape chooses the block, and Enter asks. */
export const ChangeLeaf = ({ editor, getPos, label }: Pick<NodeViewProps, 'editor' | 'getPos'> & { label: string }) =>
  editor.isEditable && (
    <span className="ml-auto" contentEditable={false}>
      <IconButton icon={Pencil} label={label} onClick={() => askAgainAt(editor, getPos())} />
    </span>
  )
