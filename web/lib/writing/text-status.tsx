import { Archive, CircleCheck, CircleDashed, Eye, PencilLine } from 'lucide-react'
import { fullName, responsibleName } from '#web/lib/words/full-name.ts'
import type { Option } from '#web/ui/choice/option.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { Pill, type Tone } from '#web/ui/mark/pill.tsx'

type TextStatus = 'draft' | 'in_review' | 'published' | 'changed' | 'archived'
type Look = { tone: Tone; icon: IconShape; label: string; isQuiet?: boolean }

const looks: Record<TextStatus, Look> = {
  draft: { tone: 'grey', icon: CircleDashed, label: 'Draft' },
  in_review: { tone: 'plum', icon: Eye, label: 'In review' },
  published: { tone: 'green', icon: CircleCheck, label: 'Published', isQuiet: true },
  changed: { tone: 'amber', icon: PencilLine, label: 'Changed' },
  archived: { tone: 'grey', icon: Archive, label: 'Archived', isQuiet: true },
}

export function TextStatusPill({ status, note }: { status: TextStatus; note: string | false }) {
  const { tone, icon, label, isQuiet } = looks[status]
  return (
    <>
      <Pill tone={tone} icon={icon} quiet={isQuiet}>
        {label}
      </Pill>
      {note && <span className="text-meta text-ink-3">{note}</span>}
    </>
  )
}

/** Returns options for the active people in `fitting`. If the chosen person is missing, adds them disabled. */
export function peopleOptions(
  fitting: (Parameters<typeof fullName>[0] & { id: string; status: string })[],
  chosen: { id: string; name: string } | null,
  members: Parameters<typeof responsibleName>[1],
): Option[] {
  const active = fitting.filter(({ status }) => status === 'active')
  const isGone = chosen && !active.some(({ id }) => id === chosen.id)
  return [
    { value: '', label: 'Nobody' },
    ...active.map((member) => ({ value: member.id, label: fullName(member) })),
    ...(isGone ? [{ value: chosen.id, label: responsibleName(chosen, members), disabled: true }] : []),
  ]
}
