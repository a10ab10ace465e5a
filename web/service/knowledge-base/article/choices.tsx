import { CircleSlash, Globe, Link2, Lock, Users } from 'lucide-react'
import { keysOf } from '#contract/keys-of.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import type { Option } from '#web/ui/choice/option.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import type { CategoryLine, Member, Visibility } from './types.ts'
import { pathWords, visibilityLabels } from './words.ts'

export const none = 'none'

export const visibilityIcons: Record<Visibility, IconShape> = {
  public: Globe,
  customers: Users,
  team: Lock,
  unlisted: Link2,
}

export const visibilityOptions: Option<Visibility>[] = keysOf(visibilityLabels).map((value) => ({
  value,
  label: visibilityLabels[value],
  icon: visibilityIcons[value],
}))

export const categoryOptions = (categories: CategoryLine[], withoutLabel = 'No category'): Option[] => [
  { value: none, label: withoutLabel, icon: CircleSlash },
  ...categories.map(({ id }) => ({ value: id, label: pathWords(categories, id) })),
]

export function ownerOptions(members: Member[], viewerId: string): Option[] {
  const active = members.filter(({ status }) => status === 'active')
  const sorted = active.toSorted((a, b) => Number(b.id === viewerId) - Number(a.id === viewerId))
  return [
    { value: none, label: 'Nobody', icon: CircleSlash },
    ...sorted.map((member) => ({
      value: member.id,
      label: fullName(member),
      detail: member.id === viewerId ? 'You' : member.email,
      mark: <Avatar name={fullName(member)} src={member.avatarUrl} hideName />,
    })),
  ]
}
