import { type DragEvent, useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { defaultStatus } from '#web/service/tickets/ticket/choices.tsx'
import { ComposerFrame } from '#web/ui/message/composer-frame.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { ArticleButton } from './articles/article-button.tsx'
import { ComposerBar } from './composer-bar.tsx'
import { ComposerNotices } from './composer-notices.tsx'
import { ComposerTop } from './composer-top.tsx'
import { MessageEditor } from './editor/message-editor.tsx'
import { MacroButton } from './macros/macro-button.tsx'
import { MacroChips } from './macros/macro-chips.tsx'
import { type ComposerInput, useComposer } from './use-composer.ts'

const loadView = () => import('./macros/macro-view.tsx')
const loadInputs = () => import('./macros/inputs-dialog.tsx')

const panelId = 'composer-text'
const forwardPanelId = 'composer-forward'

export function Composer(wiring: ComposerInput) {
  const { ticket, statuses, signature, customer } = wiring
  const composer = useComposer(wiring, (id) => view && <view.MacroView id={id} page={wiring} />)
  const { macros } = composer
  const { pending } = macros
  const replyStatus = pending.status ?? defaultStatus(statuses, wiring.replyStatus)
  const hint = languageHint(customer.language, wiring.languages)
  const view = useLazyModule(loadView, !composer.text.isEmpty)
  const inputs = useLazyModule(loadInputs, macros.asked !== undefined)
  const [isAsking, setAsking] = useState(false)
  const { text, isNote, uploads, addFiles, submit, forwarding } = composer
  const isForwarding = forwarding.current !== null

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0 || event.defaultPrevented) return
    event.preventDefault()
    addFiles([...event.dataTransfer.files])
  }

  if (ticket.status === 'closed' || ticket.isTrashed) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a help for the pointer, the button beside does the same
    <div
      className="shrink-0 px-3 pt-2 pb-3 md:px-5 md:pb-4"
      onDrop={drop}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
    >
      {forwarding.current && (
        <div className="mx-auto max-w-190">
          {wiring.renderForward({
            ...forwarding.current,
            top: <ComposerTop ticket={ticket} composer={composer} panelId={forwardPanelId} />,
            panelId: forwardPanelId,
            onSent: forwarding.close,
          })}
        </div>
      )}
      <div data-presence={isNote ? 'note' : 'reply'} hidden={isForwarding} className="mx-auto max-w-190">
        <VisuallyHidden>
          <span role="status">{composer.announcement}</span>
        </VisuallyHidden>
        <ComposerNotices composer={composer} {...wiring} />
        <ComposerFrame
          isNote={isNote}
          top={<ComposerTop ticket={ticket} composer={composer} panelId={panelId} />}
          attachments={
            (uploads.length > 0 || !pending.isEmpty) && (
              <div className="grid gap-2">
                {uploads.length > 0 && (
                  <UploadChips uploads={uploads} onRemove={composer.removeFile} onRetry={composer.retryFile} />
                )}
                {!pending.isEmpty && (
                  <MacroChips
                    {...pending}
                    onRemove={(key) => {
                      macros.remove(key)
                      text.focus()
                    }}
                    onClear={() => {
                      macros.clear()
                      text.focus()
                    }}
                  />
                )}
              </div>
            )
          }
          bar={
            // The keys of the bar send the reply, so the bar is not there while something else is written.
            !isForwarding && (
              <ComposerBar {...{ composer, statuses, replyStatus, customer }} ticketNumber={ticket.number}>
                <MacroButton page={wiring} onChoose={macros.choose} />
                <ArticleButton editor={text.editor} ticketId={ticket.id} isOpen={isAsking} onOpen={setAsking} />
              </ComposerBar>
            )
          }
        >
          <div role="tabpanel" id={panelId} aria-label={isNote ? 'Note' : 'Reply'}>
            <MessageEditor
              members={isNote ? wiring.members : undefined}
              macros={macros.port}
              label={isNote ? 'Note for the team' : 'Reply to the customer'}
              placeholder={
                isNote
                  ? 'Write a note for the team. Use @ to mention colleagues'
                  : 'Write a reply, or type / for a macro'
              }
              html={text.html.current}
              latestHtml={text.html}
              early={text.early}
              isEmpty={text.isEmpty}
              editor={text.editor}
              onEditor={text.takeEditor}
              onChange={text.takeChange}
              onEarly={composer.onEarly}
              onFiles={addFiles}
              onSubmit={(opensNext) => submit(replyStatus, { opensNext })}
              onArticle={() => setAsking(true)}
            />
            {!isNote && hint && <p className="px-3.5 pb-2 text-meta text-ink-2">{hint}</p>}
            {!isNote && signature.length > 0 && (
              <p className="truncate px-3.5 pb-2 text-meta text-ink-3" title={signature.join('\n')}>
                <VisuallyHidden>Signature: </VisuallyHidden>
                {signature.join(' · ')}
              </p>
            )}
          </div>
        </ComposerFrame>
        {macros.asked && inputs && (
          <inputs.InputsDialog
            macro={macros.asked}
            members={wiring.members}
            language={wiring.customer.language ?? wiring.languages[0] ?? 'en'}
            onApply={(values) => macros.apply(macros.asked!, values)}
            onClose={macros.dismissAsked}
          />
        )}
      </div>
    </div>
  )
}

/** Says in which language the customer writes, if it is not the main language of the workspace. */
function languageHint(language: string | null, [main]: string[]): string | null {
  const base = (one: string | undefined) => one?.split('-')[0]
  return language && main && base(language) !== base(main) ? `Customer writes ${languageName(language)}` : null
}
