import { AlarmClock, CircleCheck, CircleDot, OctagonX, SignalHigh, Tag, Trash2, User } from 'lucide-react'
import { BulkAction, BulkBar } from '#web/ui/list/bulk-bar.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import type { Act } from './use-change-keys.ts'

const icons: Record<Act['id'], IconShape> = {
  assign: User,
  status: CircleDot,
  priority: SignalHigh,
  tag: Tag,
  solve: CircleCheck,
  snooze: AlarmClock,
  spam: OctagonX,
  trash: Trash2,
}

export const BulkActions = ({ count, act, onClear }: { count: number; act: Act[]; onClear: () => void }) => (
  <BulkBar count={count} onClear={onClear}>
    {act.map(({ id, label, keys, run }) => (
      <BulkAction key={id} icon={icons[id]} label={label} keys={keys} onClick={run} />
    ))}
  </BulkBar>
)
