import { useState } from 'react'
import type { showContent } from '#contract/content/delivery.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { type ReadingProps, requestOf } from './request-of.ts'

type Perspective = 'draft' | 'published'

export function RequestDialog({ entry, model, language, languages, actions }: ReadingProps) {
  const { origins } = useSite()
  const isLive = entry.languages.some((one) => one.language === language && one.isLive)
  const [perspective, setPerspective] = useState<Perspective>(isLive ? 'published' : 'draft')
  const request = requestOf({ entry, model, language, languages }, perspective)
  const what = `${language} ${perspective}`
  const read = useAnswer(what, (signal) =>
    ask<typeof showContent>('GET', '/api/v1/content/:model/:id', {
      params: { model: model.pluralKey, id: entry.id },
      query: { locale: language, perspective },
      signal,
    }),
  )
  const json = read.of === what ? JSON.stringify(read.answer, null, 2) : undefined
  const close = () => actions.setDialog(null)
  return (
    <Dialog open onClose={close} title="Request and response" size="md">
      <DialogBody>
        {isLive && (
          <Segments
            label="Version"
            options={[
              { value: 'published', label: 'Published' },
              { value: 'draft', label: 'Draft' },
            ]}
            value={perspective}
            onChange={setPerspective}
          />
        )}
        <div className="flex items-start gap-2">
          <pre className="min-w-0 flex-1 rounded-sm bg-press px-2 py-1.5 font-mono text-meta whitespace-pre-wrap wrap-anywhere">
            GET {request}
          </pre>
          <CopyButton
            text={`curl -H 'Authorization: Bearer YOUR_KEY' '${origins.api}${request}'`}
            label="Copy as curl"
          />
        </div>
        {!read.isReading && read.problem && <Banner tone="danger">{read.problem}</Banner>}
        {read.isReading && (
          <p role="status" className="flex items-center gap-2 text-ink-3">
            <Spinner /> Loading…
          </p>
        )}
        {json && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
          <section aria-label="Response" tabIndex={0} className="max-h-90 overflow-auto rounded-sm bg-press p-3">
            <pre className="font-mono text-meta whitespace-pre-wrap wrap-anywhere">{json}</pre>
          </section>
        )}
      </DialogBody>
      <DialogFooter>
        {json && <CopyButton text={json} label="Copy the response" />}
        <Button size="md" onClick={close}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
