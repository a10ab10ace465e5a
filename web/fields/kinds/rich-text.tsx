import { PilcrowLeft } from 'lucide-react'
import { richBlocks, richMarks } from '#contract/fields/choices.ts'
import type { Document, DocumentNode } from '#contract/writing/document.ts'
import { defineKindView, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { ManySetting, ModelsSetting } from '#web/fields/settings/setting-rows.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'

const loadEditor = () => import('#web/fields/inputs/rich-text-editor.tsx')

function Input({ field, value, onChange, disabled }: InputProps<'rich_text', Document>) {
  const parts = useLazyModule(loadEditor, true)
  return (
    <div className="min-h-84 overflow-clip rounded-sm border border-control bg-field focus-within:border-ring focus-within:shadow-focus">
      {parts ? (
        <parts.RichTextEditor
          label={field.label || field.key}
          document={value}
          onChange={onChange}
          isEditable={!disabled}
          blocks={field.blocks}
          marks={field.marks}
          models={field.models}
        />
      ) : (
        <p role="status" className="p-3 text-ink-3">
          Loading the editor
        </p>
      )}
    </div>
  )
}

const blockNames: Record<(typeof richBlocks)[number], string> = {
  heading: 'Headings',
  bulletList: 'Bulleted lists',
  orderedList: 'Numbered lists',
  taskList: 'Checklists',
  blockquote: 'Quotes',
  callout: 'Notes and warnings',
  codeBlock: 'Code',
  table: 'Tables',
  picture: 'Pictures',
  file: 'Files',
  video: 'Videos',
  horizontalRule: 'Dividers',
  steps: 'Steps',
  details: 'Collapsible details',
  columns: 'Columns',
  entry: 'Entries',
  inlineEntry: 'Inline entries',
}

const markNames: Record<(typeof richMarks)[number], string> = {
  bold: 'Bold',
  italic: 'Italic',
  strike: 'Strikethrough',
  code: 'Code',
  highlight: 'Highlight',
  key: 'Keyboard keys',
  link: 'Links',
}

const Settings = ({ settings, onChange, fault, models }: SettingsProps<'rich_text'>) => (
  <div className="grid gap-4">
    <ManySetting
      label="Allowed blocks"
      fault={fault('blocks')}
      options={richBlocks.map((value) => ({ value, label: blockNames[value] }))}
      value={settings.blocks ?? richBlocks}
      onChange={(blocks) => onChange({ blocks: blocks.length < richBlocks.length ? blocks : undefined })}
    />
    <ManySetting
      label="Allowed text styles"
      fault={fault('marks')}
      options={richMarks.map((value) => ({ value, label: markNames[value] }))}
      value={settings.marks ?? richMarks}
      onChange={(marks) => onChange({ marks: marks.length < richMarks.length ? marks : undefined })}
    />
    <ModelsSetting
      models={models}
      fault={fault('models')}
      value={settings.models}
      onChange={(chosen) => onChange({ models: chosen })}
    />
  </div>
)

function wordsOf(node: DocumentNode | Document, titleOf: (id: string) => string): string {
  if (node.type === 'text') return node.text
  if (node.type === 'entry') return `Entry: ${titleOf(node.attrs.entry)}`
  if (node.type === 'inlineEntry') return titleOf(node.attrs.entry)
  if (!('content' in node) || !node.content) return ''
  const isLine = ['paragraph', 'heading', 'codeBlock', 'stepTitle', 'detailsSummary'].includes(node.type)
  return node.content.map((one) => wordsOf(one, titleOf)).join(isLine ? '' : '\n')
}

export const richText = defineKindView<'rich_text', Document>({
  kind: 'rich_text',
  label: 'Rich text',
  purpose: 'A long text with headings, lists, pictures and tables',
  group: 'Text',
  icon: PilcrowLeft,
  filter: 'presence',
  isSearchable: true,
  isCompound: true,
  Input,
  Settings,
  inWords: (value, { titleOf }) => wordsOf(value, titleOf).trim(),
})
