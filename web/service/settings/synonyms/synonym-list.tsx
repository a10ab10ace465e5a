import { ArrowLeftRight, ArrowRight, Pencil, X } from 'lucide-react'
import type { Ref } from 'react'
import { languageName } from '#web/lib/words/language-name.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Synonym } from './synonym-values.ts'

type Props = {
  ref: Ref<HTMLUListElement>
  synonyms: Synonym[]
  edited: Synonym | undefined
  onEdit: (synonym: Synonym) => void
  onRemove: (at: number) => void
}

export const SynonymList = ({ ref, synonyms, edited, onEdit, onRemove }: Props) => (
  <ul ref={ref} aria-label="Synonyms" className="rounded-md border border-line-strong">
    {synonyms.map((synonym, at) => (
      <li
        key={JSON.stringify(synonym)}
        aria-current={synonym === edited || undefined}
        className={classNames(
          'flex min-h-10 items-center gap-2 border-t border-line py-1 pr-1.5 pl-3 first:border-t-0',
          synonym === edited && 'bg-selected',
        )}
      >
        <Words {...synonym} />
        {synonym.language && (
          <span className="ml-auto shrink-0 text-meta text-ink-3">{languageName(synonym.language)}</span>
        )}
        <span className={classNames('flex shrink-0', !synonym.language && 'ml-auto')}>
          <IconButton icon={Pencil} label={`Change ${nameOf(synonym)}`} onClick={() => onEdit(synonym)} />
          <IconButton icon={X} label={`Remove ${nameOf(synonym)}`} data-remove onClick={() => onRemove(at)} />
        </span>
      </li>
    ))}
  </ul>
)

const nameOf = ({ words }: Synonym) => words.join(', ')

const Words = ({ words, leadsTo }: Synonym) => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
    {leadsTo.length > 0 ? (
      <>
        {words.join(', ')}
        <Icon of={ArrowRight} size={14} className="text-ink-3" />
        <VisuallyHidden>leads to</VisuallyHidden>
        {leadsTo.join(', ')}
      </>
    ) : (
      <>
        <Icon of={ArrowLeftRight} size={14} className="text-ink-3" />
        <VisuallyHidden>Both ways:</VisuallyHidden>
        {words.join(', ')}
      </>
    )}
  </span>
)
