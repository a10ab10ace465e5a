import { useState } from 'react'
import type { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { type Editor, EditorButtons, MessageEditor } from '#web/service/composer/editor/message-editor.tsx'
import { FilePickerButton } from '#web/ui/message/attachments.tsx'
import { ComposerFrame } from '#web/ui/message/composer-frame.tsx'

type Props = { error?: string; files: ReturnType<typeof useUploads>; onSubmit: () => void }

export function DescriptionField({ error, files, onSubmit }: Props) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const [html, setHtml] = useState('')
  return (
    <div>
      <p className="mb-1.5 font-medium" id="description-label">
        Description
      </p>
      <ComposerFrame
        bar={
          <>
            <FilePickerButton label="Attach files" onFiles={files.addFiles} />
            <EditorButtons editor={editor} />
          </>
        }
      >
        <MessageEditor
          label="Description"
          name="text"
          placeholder="What the customer asks, in their words"
          html=""
          isEmpty={!html}
          editor={editor}
          onEditor={setEditor}
          onChange={(changed) => setHtml(changed.isEmpty ? '' : changed.getHTML())}
          onFiles={files.addFiles}
          onSubmit={onSubmit}
        />
      </ComposerFrame>
      {editor && <input type="hidden" name="html" value={html} />}
      {error && (
        <p role="alert" className="mt-1.5 text-meta text-red-ink">
          {error}
        </p>
      )}
    </div>
  )
}
