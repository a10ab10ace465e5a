import { Braces } from 'lucide-react'
import { useId, useState } from 'react'
import { fieldVariable, inputVariable, macroVariables } from '#contract/tickets/macro-variables.ts'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import type { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { type Editor, EditorButtons, MessageEditor } from '#web/service/tickets/composer/editor/message-editor.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { FilePickerButton } from '#web/ui/message/attachments.tsx'
import { ComposerFrame } from '#web/ui/message/composer-frame.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import type { MacroDraft } from './macro-dialog.tsx'
import type { MacrosPage } from './macros.tsx'

type Props = {
  draft: MacroDraft
  files: ReturnType<typeof useUploads>
  page: MacrosPage
  fault: (...names: string[]) => Fault
  onChange: (changes: Partial<MacroDraft>) => void
}

/** The text of a macro in each language of the workspace. The first language stands for all others. */
export function MacroTexts({ draft, files, page, fault, onChange }: Props) {
  const { text, texts, textKind, inputs } = draft
  const [first = 'en', ...others] = page.languages
  const languages = [first, ...new Set([...others, ...Object.keys(texts)])]
  const [language, setLanguage] = useState(first)
  const isFirst = language === first
  const { error, onChanged } = fault('text', 'texts')
  const faultId = useId()
  const change = (html: string) => {
    onChange(isFirst ? { text: html } : { texts: { ...texts, [language]: html } })
    onChanged()
  }
  const variables = [
    ...macroVariables,
    ...inputs.flatMap(({ key }) => (key ? [inputVariable(key)] : [])),
    ...page.fields.map(({ key }) => fieldVariable('ticket', key)),
    ...page.customerFields.map(({ key }) => fieldVariable('customer', key)),
  ]
  return (
    <div className="macro-writing grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RadioGroup
          label="Text for"
          hideLabel
          name="textKind"
          layout="inline"
          options={kinds}
          value={textKind}
          onChange={(kind) => onChange({ textKind: kind })}
        />
        {languages.length > 1 && (
          <Segments
            label="Language of the text"
            options={languages.map((value) => ({ value, label: languageName(value) }))}
            value={language}
            onChange={setLanguage}
          />
        )}
      </div>
      <TextEditor
        key={language}
        {...{ files, variables, error, faultId }}
        label={languages.length > 1 ? `Text in ${languageName(language)}` : 'Text'}
        isNote={textKind === 'note'}
        html={(isFirst ? text : texts[language]) ?? ''}
        onChange={change}
      />
      {error ? (
        <p id={faultId} role="alert" className="text-meta text-red-ink">
          {error}
        </p>
      ) : (
        languages.length > 1 && (
          <p className="text-meta text-ink-3">
            Customers get the text in their language. Without one, they get {languageName(first)}.
          </p>
        )
      )}
    </div>
  )
}

const kinds = [
  { value: 'reply', label: 'Reply to the customer' },
  { value: 'note', label: 'Note for the team' },
] as const

type EditorProps = {
  label: string
  files: Props['files']
  html: string
  isNote: boolean
  variables: string[]
  error: string | undefined
  faultId: string
  onChange: (html: string) => void
}

function TextEditor({ label, files, html, isNote, variables, error, faultId, onChange }: EditorProps) {
  const [start] = useState(html)
  const [editor, setEditor] = useState<Editor | null>(null)
  const insert = (variable: string) => () =>
    editor
      ?.chain()
      .focus()
      .insertContent({ type: 'text', text: `{{${variable}}}` })
      .run()
  return (
    <ComposerFrame
      isNote={isNote}
      attachments={
        files.uploads.length > 0 && (
          <UploadChips uploads={files.uploads} onRemove={files.removeUpload} onRetry={files.retryUpload} />
        )
      }
      bar={
        <>
          <FilePickerButton label="Attach files" onFiles={files.addFiles} />
          <EditorButtons editor={editor} />
          <Menu
            label="Insert a variable"
            align="end"
            className="max-h-80 overflow-y-auto"
            button={
              <Button variant="ghost" icon={Braces} className="ml-auto">
                Variable
              </Button>
            }
            items={variables.map((variable) => ({ label: variable, onSelect: insert(variable) }))}
          />
        </>
      }
    >
      <MessageEditor
        label={label}
        placeholder="Hi {{customer.first_name}}"
        html={start}
        isEmpty={!html}
        editor={editor}
        onEditor={setEditor}
        onChange={(changed) => onChange(changed.isEmpty ? '' : changed.getHTML())}
        onFiles={files.addFiles}
        faultId={error && faultId}
      />
    </ComposerFrame>
  )
}
