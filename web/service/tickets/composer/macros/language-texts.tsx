import { Braces } from 'lucide-react'
import { useId, useState } from 'react'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import type { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { type Editor, EditorButtons, MessageEditor } from '#web/service/tickets/composer/editor/message-editor.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { FilePickerButton } from '#web/ui/message/attachments.tsx'
import { ComposerFrame } from '#web/ui/message/composer-frame.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'

type Files = Pick<ReturnType<typeof useUploads>, 'uploads' | 'addFiles' | 'removeUpload' | 'retryUpload'>
type Texts = { text: string; texts: Record<string, string> }

type Props = Texts & {
  /** The first language stands for all others. */
  languages: string[]
  variables: string[]
  isNote?: boolean
  /** Without it, the text has no files. */
  files?: Files
  /** Shown beside the choice of the language. */
  beside?: React.ReactNode
  fault: (...names: string[]) => Fault
  onChange: (changes: Partial<Texts>) => void
}

/** A text with variables in several languages. */
export function LanguageTexts(props: Props) {
  const { text, texts, languages, variables, isNote = false, files, beside, fault, onChange } = props
  const [first = 'en'] = languages
  const [language, setLanguage] = useState(first)
  const isFirst = language === first
  const { error, onChanged } = fault('text', 'texts')
  const faultId = useId()
  const change = (html: string) => {
    onChange(isFirst ? { text: html } : { texts: { ...texts, [language]: html } })
    onChanged()
  }
  return (
    <div className="macro-writing grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {beside}
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
        {...{ files, variables, error, faultId, isNote }}
        label={languages.length > 1 ? `Text in ${languageName(language)}` : 'Text'}
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

type EditorProps = {
  label: string
  files: Files | undefined
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
        files &&
        files.uploads.length > 0 && (
          <UploadChips uploads={files.uploads} onRemove={files.removeUpload} onRetry={files.retryUpload} />
        )
      }
      bar={
        <>
          {files && <FilePickerButton label="Attach files" onFiles={files.addFiles} />}
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
        onFiles={files?.addFiles ?? noFiles}
        faultId={error && faultId}
      />
    </ComposerFrame>
  )
}

const noFiles = () => {}
