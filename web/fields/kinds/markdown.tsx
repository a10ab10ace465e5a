import { FileText } from 'lucide-react'
import { useState } from 'react'
import { defineKindView, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { LettersCount } from '#web/fields/inputs/letters-count.tsx'
import { NumberSetting, SettingsGrid } from '#web/fields/settings/setting-rows.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

const loadPreview = () => import('#web/fields/inputs/draw-markdown.ts')

function Input({ field, value, onChange, disabled }: InputProps<'markdown', string>) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  const preview = useLazyModule(loadPreview, view === 'preview')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1.5">
      <Segments
        label="Write or preview"
        options={[
          { value: 'write', label: 'Write' },
          { value: 'preview', label: 'Preview' },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'write' ? (
        <Textarea
          aria-label={field.label || field.key}
          rows={8}
          value={value ?? ''}
          readOnly={disabled}
          className="font-mono text-meta"
          onChange={({ target }) => onChange(target.value || null)}
        />
      ) : (
        <section
          aria-label="Preview"
          aria-busy={!preview}
          className="min-h-46 w-full rounded-sm border border-line px-3 py-2"
        >
          {preview ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered without HTML of its own, links are checked
            <div className="written" dangerouslySetInnerHTML={{ __html: preview.drawMarkdown(value ?? '') }} />
          ) : (
            <p className="text-ink-3">Loading the preview</p>
          )}
          {preview && !value && <p className="text-ink-3">Nothing to preview yet</p>}
        </section>
      )}
      <LettersCount text={value ?? ''} most={field.maxLength} />
    </div>
  )
}

const Settings = ({ bind }: SettingsProps<'markdown'>) => (
  <SettingsGrid>
    <NumberSetting label="Maximum length" help="Default 200,000" {...bind('maxLength')} />
  </SettingsGrid>
)

export const markdown = defineKindView<'markdown', string>({
  kind: 'markdown',
  label: 'Markdown',
  purpose: 'Markdown text, delivered as written',
  group: 'Text',
  icon: FileText,
  filter: 'words',
  isSearchable: true,
  isIndexable: true,
  hasDefault: true,
  isCompound: true,
  Input,
  Settings,
})
