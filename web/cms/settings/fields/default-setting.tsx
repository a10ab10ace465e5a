import { type FieldsAround, FieldsAroundProvider } from '#web/fields/form/around.tsx'
import { FieldFrame } from '#web/fields/form/field-frame.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { useSite } from '#web/lib/use-site.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import type { Draft } from './field-form.tsx'

/** Kinds whose values lead nowhere and have no parts, so that one stands in the settings. */
const simple: readonly string[] = [
  ...['text', 'long_text', 'markdown', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'time', 'select', 'color'],
  ...['url', 'email', 'phone', 'code'],
]

type Props = { draft: Draft; fault: Fault; onChange: (value: unknown) => void }

/** What a new entry begins with, in the input that its field has. */
export function DefaultSetting({ draft, fault, onChange }: Props) {
  const { timeZone } = useSite()
  if (!simple.includes(draft.kind) || lacksOptions(draft)) return null
  const { settings, key: _, ...rest } = draft
  const words = { label: 'Begins with', help: 'What a new entry has in it; empty for nothing' }
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

/** There is nothing to choose from yet. */
const lacksOptions = ({ kind, settings }: Draft) =>
  kind === 'select' && !(settings as { options?: unknown[] }).options?.length

const path = 'default'

/** There is no entry around it. */
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
