import { type FieldsAround, FieldsAroundProvider } from '#web/fields/form/around.tsx'
import { FieldFrame } from '#web/fields/form/field-frame.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { faceOf } from '#web/fields/kinds.ts'
import { useSite } from '#web/lib/use-site.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import type { Draft } from './field-form.tsx'

type Props = { draft: Draft; fault: Fault; onChange: (value: unknown) => void }

/** The default value, edited with the input of the field's kind. */
export function DefaultSetting({ draft, fault, onChange }: Props) {
  const { timeZone } = useSite()
  if (!faceOf(draft.kind).hasDefault || lacksOptions(draft)) return null
  const { settings, key: _, ...rest } = draft
  const words = { label: 'Default value', help: 'Filled in for new entries' }
  const field = { ...rest, ...settings, ...words, id: path, key: path, required: 'never', deletedAt: null }
  return (
    <FieldsAroundProvider around={aroundOf(timeZone, fault.error)}>
      <FieldFrame
        key={draft.kind}
        field={field as unknown as FieldOf}
        path={path}
        value={draft.default ?? null}
        onChange={(value) => {
          fault.onChanged()
          onChange(value)
        }}
        disabled={false}
      />
    </FieldsAroundProvider>
  )
}

/** A choice without options has nothing to choose from. */
const lacksOptions = ({ kind, settings }: Draft) =>
  kind === 'select' && !(settings as { options?: unknown[] }).options?.length

const path = 'default'

/** The surroundings of a field outside an entry. */
const aroundOf = (timeZone: string, error: string | undefined): FieldsAround => ({
  ...{ timeZone, language: 'en', components: new Map(), models: [], categories: [], port: noPort, goTo: undefined },
  ...{ leadOf: () => undefined, remember() {}, hrefOf: () => undefined, searchEntries: async () => [] },
  ...{ createEntry: async () => '', madeSlug: () => undefined, mayWrite: () => true, hold() {} },
  faultAt: () => error,
  frame: (_, children) => children,
})

const noPort: FieldsAround['port'] = {
  urlOf: () => undefined,
  upload: async () => null as never,
  fetchPicture: async () => null,
  searchArticles: async () => [],
  titleOf: async () => '',
  readPasted: async () => null,
}
