import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

export type Option<V extends string = string> = {
  value: V
  label: string
  detail?: string
  icon?: IconShape
  mark?: ReactNode
  disabled?: boolean
}

export const filterFrom = 9

export function matchOptions<O extends { label: string; detail?: string }>(options: O[], query: string) {
  const words = plain(query)
    .split(/[\s_/]+/)
    .filter(Boolean)
  return options.filter(({ label, detail = '' }) => {
    const text = plain(`${label} ${detail}`)
    return words.every((word) => text.includes(word))
  })
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

export const OptionFace = ({ option: { icon, mark, label, detail } }: { option: Option }) => (
  <>
    {mark ?? (icon && <Icon of={icon} className="text-ink-3" />)}
    <span className="truncate">{label}</span>
    {detail && <span className="truncate text-ink-3">{detail}</span>}
  </>
)

export const OptionCheck = ({ isChosen }: { isChosen: boolean }) => (
  <span className="ml-auto shrink-0 pl-4">
    {isChosen ? <Icon of={Check} size={14} className="text-accent-ink" /> : <span className="block size-3.5" />}
  </span>
)
