import type { FilledPiece } from '#contract/tickets/macro-variables.ts'
import type { Macro } from '#contract/tickets/macros.ts'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { Tag } from '#web/ui/mark/tag.tsx'
import type { MacroStep } from './actions.ts'
import type { PreviewedPiece } from './values.ts'

type Props = {
  macro: Pick<Macro, 'inputs' | 'texts' | 'text' | 'missing' | 'attachments'> & Partial<Pick<Macro, 'usedCount'>>
  title: string
  paragraphs: PreviewedPiece[][]
  steps: MacroStep[]
  /** The language of the text that is for every other language. */
  language: string
}

/** What a macro writes and changes, before it is applied. */
export function MacroPreview({ macro, title, paragraphs, steps, language }: Props) {
  const { inputs, texts, text, missing, attachments, usedCount } = macro
  const languages = [...(text ? [language] : []), ...Object.keys(texts)]
  const labels = inputs.map(({ label }) => label).join(', ')
  return (
    <div className="grid content-start gap-3 text-ink-2">
      <div className="flex flex-wrap items-start gap-1.5">
        <h3 className="mr-auto min-w-0 font-semibold wrap-anywhere text-ink">{title}</h3>
        {languages.length > 1 && languages.map((one) => <Tag key={one}>{languageName(one)}</Tag>)}
      </div>
      <FilledText paragraphs={paragraphs} />
      {steps.length > 0 && (
        <ul aria-label="Changes" className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
          {steps.map(({ key, label, value }) => (
            <li key={key} className="wrap-anywhere">
              {label} <b className="font-[550] text-ink">{value}</b>
            </li>
          ))}
        </ul>
      )}
      {missing && <p className="text-red-ink">{missing}. The macro cannot be applied.</p>}
      <p className="text-meta wrap-anywhere text-ink-3">
        {attachments.length > 0 && `Attaches: ${attachments.map(({ name }) => name).join(', ')}. `}
        {labels && `Asks for: ${labels}. `}
        {usedCount && `Used ${plural(usedCount.days30, 'time')} in 30 days.`}
      </p>
    </div>
  )
}

/** A text with the values of its variables marked. */
export const FilledText = ({ paragraphs }: { paragraphs: PreviewedPiece[][] }) =>
  paragraphs.length > 0 && (
    <div className="grid gap-2 wrap-anywhere">
      {paragraphs.map((pieces) => (
        <p key={pieces[0]!.at} className="whitespace-pre-line">
          {pieces.map(({ at, text, state }) => (
            <span key={at} className={pieceLook[state]}>
              {text}
            </span>
          ))}
        </p>
      ))}
    </div>
  )

const pieceLook: Record<FilledPiece['state'], string | undefined> = {
  plain: undefined,
  filled: 'macro-value',
  missing: 'macro-missing',
}
