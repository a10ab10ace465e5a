import { useEffect, useState } from 'react'
import type { showContent } from '#contract/content/delivery.ts'
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
type Read = { of: string; json?: string; problem?: string }

/** The API request for this entry, and its response: the draft or the published text. */
export function RequestDialog({ entry, model, language, languages, actions }: ReadingProps) {
  const { origins } = useSite()
  const isLive = entry.languages.some((one) => one.language === language && one.isLive)
  const [perspective, setPerspective] = useState<Perspective>(isLive ? 'published' : 'draft')
  const request = requestOf({ entry, model, language, languages }, perspective)
  const read = useAnswer(model.pluralKey, entry.id, { locale: language, perspective })
  const close = () => actions.setDialog(null)
  return (
    <Dialog open onClose={close} title="Request and response" size="md">
      <DialogBody>
        {isLive && (
          <Segments
            label="Which one"
            options={[
              { value: 'published', label: 'Published' },
              { value: 'draft', label: 'Draft' },
            ]}
            value={perspective}
            onChange={(chosen) => setPerspective(chosen as Perspective)}
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
        {read?.problem && <Banner tone="danger">{read.problem}</Banner>}
        {!read && (
          <p role="status" className="flex items-center gap-2 text-ink-3">
            <Spinner /> Reading
          </p>
        )}
        {read?.json && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
          <section aria-label="Reply" tabIndex={0} className="max-h-90 overflow-auto rounded-sm bg-press p-3">
            <pre className="font-mono text-meta whitespace-pre-wrap wrap-anywhere">{read.json}</pre>
          </section>
        )}
      </DialogBody>
      <DialogFooter>
        {read?.json && <CopyButton text={read.json} label="Copy the answer" />}
        <Button size="md" onClick={close}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function useAnswer(model: string, id: string, query: { locale: string; perspective: Perspective }) {
  const [read, setRead] = useState<Read>()
  const of = JSON.stringify([model, id, query])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says all of it
  useEffect(() => {
    const ending = new AbortController()
    ask<typeof showContent>('GET', '/api/v1/content/:model/:id', {
      params: { model, id },
      query: query as never,
      signal: ending.signal,
    })
      .then(({ answer, problem }) =>
        setRead({
          of,
          ...(problem && { problem: problem.detail }),
          ...(answer !== undefined && { json: JSON.stringify(answer, null, 2) }),
        }),
      )
      .catch(() => {})
    return () => ending.abort()
  }, [of])
  return read?.of === of ? read : undefined
}
