import { useId, useState } from 'react'
import type { useUploads } from '#web/lib/uploads/use-uploads.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { type Editor, EditorButtons, MessageEditor } from '#web/service/tickets/composer/editor/message-editor.tsx'
import { FilePickerButton } from '#web/ui/message/attachments.tsx'
import { ComposerFrame } from '#web/ui/message/composer-frame.tsx'

type Props = {
  label: string
  placeholder: string
  /** HTML that the field begins with. */
  start: string
  fault: Fault
  files: ReturnType<typeof useUploads>
  onSubmit: () => void
}

export function DescriptionField({ label, placeholder, start, fault, files, onSubmit }: Props) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const [html, setHtml] = useState(start)
  const faultId = useId()
  return (
    <div>
      <p className="mb-1.5 font-medium">{label}</p>
      <ComposerFrame
        bar={
          <>
            <FilePickerButton label="Attach files" onFiles={files.addFiles} />
            <EditorButtons editor={editor} />
          </>
        }
      >
        <MessageEditor
          label={label}
          name="text"
          placeholder={placeholder}
          html={start}
          isEmpty={!html}
          editor={editor}
          onEditor={setEditor}
          onChange={(changed) => {
            setHtml(changed.isEmpty ? '' : changed.getHTML())
            fault.onChanged()
          }}
          onFiles={files.addFiles}
          onSubmit={onSubmit}
          faultId={fault.error && faultId}
        />
      </ComposerFrame>
      {(editor || html) && <input type="hidden" name="html" value={html} />}
      {fault.error && (
        <p id={faultId} role="alert" className="mt-1.5 text-meta text-red-ink">
          {fault.error}
        </p>
      )}
    </div>
  )
}
