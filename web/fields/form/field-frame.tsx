import { CircleAlert, Languages } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { hasLocalizedParts } from '#web/fields/components/localized-parts.ts'
import { kindViewOf } from '#web/fields/kinds.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { useFieldServices } from './field-services.tsx'
import type { FieldOf, InputProps } from './field-shape.ts'

type Props = Omit<InputProps, 'field'> & { field: FieldOf }

export function FieldFrame({ field, path, disabled, ...rest }: Props) {
  const { faultAt, mayWrite, isShared, mark, components } = useFieldServices()
  const isMarked = useContext(MarksContext)
  const isReserved = !mayWrite(field)
  const { Input, isCompound } = kindViewOf(field.kind)
  const isMixed = hasLocalizedParts(field, components)
  const input = (
    <MarksContext value={isMarked && isMixed}>
      <Input field={field} path={path} disabled={disabled || isReserved} {...rest} />
    </MarksContext>
  )
  const error = faultAt(path)
  const isOfForm = path === field.key
  const sharedId = useId()
  const hintId = isMarked && isShared?.(field) ? sharedId : undefined
  const hint = (
    <>
      {isOfForm && mark?.(field)} {hintId && <SharedMark id={hintId} isMixed={isMixed} />} <KindNote field={field} />
    </>
  )
  return (
    <div data-field={path} className="group/field min-w-0">
      {isCompound ? (
        <FieldGroup field={field} hint={hint} hintId={hintId} help={helpOf(field, isReserved)} error={error}>
          {input}
        </FieldGroup>
      ) : (
        <Field
          label={<Label field={field} />}
          hint={hint}
          hintId={hintId}
          help={helpOf(field, isReserved)}
          error={error}
        >
          {input}
        </Field>
      )}
    </div>
  )
}

const Label = ({ field: { label, key, required } }: { field: FieldOf }) => (
  <>
    {label || key}
    {required !== 'never' && (
      <span className="text-red-ink" title={required === 'always' ? 'Required' : 'Required to publish'}>
        {' '}
        *
      </span>
    )}
  </>
)

// True where fields that all languages share are marked: at the top level and in components with localized fields.
const MarksContext = createContext(true)

const shared = {
  label: 'All languages',
  told: 'Shared by all languages',
  why: 'All languages share this value. Readers of another language see a change when that language is published.',
}
const mixed = {
  label: 'Structure in all languages',
  told: 'Structure shared by all languages',
  why: `All languages share the structure, and the fields in it that are marked. The other fields have a value for each language.
    Readers of another language see a change when that language is published.`,
}

function SharedMark({ id, isMixed }: { id: string; isMixed: boolean }) {
  const { label, told, why } = isMixed ? mixed : shared
  return (
    <span id={id} title={why} className="mr-1.5 inline-flex items-center gap-1 align-middle">
      <Icon of={Languages} size={12} />
      <span aria-hidden>{label}</span>
      <span className="sr-only">{told}</span>
    </span>
  )
}

function KindNote({ field }: { field: FieldOf }) {
  const many = 'many' in field && field.many && 'many'
  const words = [field.kind.replace('_', ' '), many, 'maxLength' in field && field.maxLength]
  return <span className="font-mono">{words.filter(Boolean).join(', ')}</span>
}

const helpOf = ({ help, writtenBy }: FieldOf, isReserved: boolean) =>
  [help, isReserved && writtenBy === 'admins' && 'Only admins can edit this.'].filter(Boolean).join(' ')

type GroupProps = {
  field: FieldOf
  hint: ReactNode
  hintId: string | undefined
  help: string
  error: string | undefined
  children: ReactNode
}

function FieldGroup({ field, hint, hintId, help, error, children }: GroupProps) {
  const id = useId()
  const describedBy = [hintId, `${id}-below`].filter(Boolean).join(' ')
  return (
    <fieldset aria-labelledby={`${id}-label`} aria-describedby={describedBy} className="min-w-0">
      <div className="mb-1.5 flex items-baseline justify-between gap-2">
        <span id={`${id}-label`} className="font-medium">
          <Label field={field} />
        </span>
        <span className="text-meta text-ink-3">{hint}</span>
      </div>
      {children}
      <div id={`${id}-below`} aria-live="polite" className="text-meta">
        {error ? (
          <p className="mt-1.5 flex items-start gap-1.5 text-red-ink">
            <Icon of={CircleAlert} size={14} className="mt-px" />
            {error}
          </p>
        ) : (
          help && <p className="mt-1.5 text-ink-3">{help}</p>
        )}
      </div>
    </fieldset>
  )
}
