import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'
import { Property } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './panel-props.ts'

const loadPicker = () => import('#web/service/tickets/ticket/dialogs/picker-dialog.tsx')

type Props = Pick<PanelProps, 'followers' | 'following' | 'members' | 'canWrite'>

export function FollowersProperty({ followers, following, members, canWrite }: Props) {
  const [isOpen, setOpen] = useState(false)
  const picker = useLazyModule(loadPicker, isOpen)
  const others = members.filter(({ id, status }) => status === 'active' && followers.every((one) => one.id !== id))
  return (
    <Property label="Followers">
      {followers.map(({ id, name }) => (
        <Tag
          key={id}
          removeLabel={`Remove the follower ${name}`}
          onRemove={canWrite ? () => following.remove(id) : undefined}
        >
          {name}
        </Tag>
      ))}
      {followers.length === 0 && !canWrite && <span className="text-ink-3">None</span>}
      {canWrite && others.length > 0 && (
        <IconButton size="sm" icon={Plus} label="Add a follower" onClick={() => setOpen(true)} />
      )}
      {picker && isOpen && (
        <picker.PickerDialog
          open
          onClose={() => setOpen(false)}
          label="Add a follower"
          options={others.map((member) => ({ value: member.id, label: fullName(member) }))}
          onChoose={following.add}
        />
      )}
    </Property>
  )
}
