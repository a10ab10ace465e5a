import { File } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FileFacts } from '#contract/content/media.ts'
import { type Lead, useFieldServices } from '#web/fields/form/field-services.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { formatBytes } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { LeadFace } from './lead-list.tsx'

type Props = { id: string; field: FieldOf<'media'>; disabled: boolean; onReplace: () => void }

export function MediaCard({ id, ...rest }: Props) {
  const lead = useFieldServices().leadOf(id)
  return lead?.file ? <KnownCard {...rest} lead={lead} file={lead.file} /> : <LeadFace id={id} />
}

type KnownCardProps = Omit<Props, 'id'> & { lead: Lead; file: FileFacts }

function KnownCard({ lead, file, field, disabled, onReplace }: KnownCardProps) {
  const { changeMedia, MediaFocus, MediaChooser, language } = useFieldServices()
  const [isFocusing, setFocusing] = useState(false)
  const isPicture = file.kind === 'image'
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-3 py-2">
      <Face lead={lead} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="truncate font-medium">{lead.title || file.name}</p>
        <p className="text-meta text-ink-3">{factsOf(file)}</p>
        {!disabled && (
          <div className="mt-2 flex flex-wrap gap-1">
            {MediaChooser && <Button onClick={onReplace}>Replace</Button>}
            {isPicture && MediaFocus && (
              <Button variant="ghost" onClick={() => setFocusing(true)}>
                Set focal point
              </Button>
            )}
          </div>
        )}
      </div>
      {isPicture && changeMedia && (
        <div className="min-w-0 flex-1 basis-56">
          <AltField key={`${lead.id} ${language}`} {...{ lead, file, disabled }} isNeeded={field.needsAlt === true} />
        </div>
      )}
      {isFocusing && MediaFocus && <MediaFocus lead={lead} onClose={() => setFocusing(false)} />}
    </div>
  )
}

const Face = ({ lead: { picture } }: { lead: Lead }) =>
  picture ? (
    <img src={picture} alt="" loading="lazy" className="h-20 w-32 shrink-0 rounded-xs object-cover" />
  ) : (
    <span className="grid h-20 w-32 shrink-0 place-items-center rounded-xs bg-press text-ink-3">
      <Icon of={File} />
    </span>
  )

const factsOf = ({ width, height, bytes }: FileFacts) =>
  [width && height ? `${width} × ${height}` : null, formatBytes(bytes)].filter(Boolean).join(', ')

const pauseMs = 800

type AltProps = { lead: Lead; file: FileFacts; disabled: boolean; isNeeded: boolean }

// Input for the alternative text, which belongs to the file and not to the entry. The text is saved after a pause in
// typing, or on blur.
function AltField({ lead, file, disabled, isNeeded }: AltProps) {
  const { changeMedia, language } = useFieldServices()
  const [words, setWords] = useState(file.alt[language] ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const kept = useRef(words)

  async function save(alt: string) {
    if (alt === kept.current) return
    const refused = await changeMedia!(lead, { alt: { [language]: alt } })
    setProblem(refused)
    if (!refused) kept.current = alt
  }
  const latest = useRef(save)
  latest.current = save
  const saving = useRef(Promise.resolve())

  /** Saves one text after the other, so that the last text wins. */
  function keep() {
    saving.current = saving.current.then(() => latest.current(words.trim()))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause is one of the writing
  useEffect(() => {
    const timer = setTimeout(keep, pauseMs)
    return () => clearTimeout(timer)
  }, [words])

  const isMissing = isNeeded && words.trim() === ''
  return (
    <Field label="Alternative text" error={problem ?? (isMissing && 'Required before you can publish.')}>
      <Input
        lang={language}
        value={words}
        maxLength={500}
        placeholder="Describe the picture"
        disabled={disabled}
        onChange={({ target }) => setWords(target.value)}
        onBlur={keep}
      />
    </Field>
  )
}
