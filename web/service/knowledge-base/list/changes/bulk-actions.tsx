import { Archive, CalendarClock, Eye, FolderInput, Send, Tag, Tags, Trash2, Undo2, User } from 'lucide-react'
import { BulkAction, BulkBar } from '#web/ui/list/bulk-bar.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import type { Act } from './use-change-keys.ts'

const icons: Record<Act['id'], IconShape> = {
  publish: Send,
  unpublish: Undo2,
  archive: Archive,
  move: FolderInput,
  label: Tag,
  unlabel: Tags,
  owner: User,
  visibility: Eye,
  review: CalendarClock,
  trash: Trash2,
}

export const BulkActions = ({ count, act, onClear }: { count: number; act: Act[]; onClear: () => void }) => (
  <BulkBar count={count} onClear={onClear}>
    {act.map(({ id, label, keys, run }) => (
      <BulkAction key={id} icon={icons[id]} label={label} keys={keys} onClick={run} />
    ))}
  </BulkBar>
)
