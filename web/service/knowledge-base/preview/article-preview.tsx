import { RefreshCw, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { createPreviewLink, listPreviewLinks, PreviewLink } from '#contract/knowledge-base/preview-links.ts'
import type { Problem } from '#contract/refusals.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

type Width = 'phone' | 'desktop'
type Props = {
  id: string
  language: string
  revision: number
  onClose: () => void
}

const audiences = [
  { value: 'public', label: 'Anonymous' },
  { value: 'customers', label: 'Customer' },
  { value: 'team', label: 'Team' },
] as const
const widths = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

const people: Record<Audience, string> = { public: 'Anonymous readers', customers: 'Customers', team: 'The team' }
const pixels: Record<Width, number> = { phone: 390, desktop: 1280 }

export function ArticlePreview({ id, language, revision, onClose }: Props) {
  const [audience, setAudience] = useState<Audience>('public')
  const [width, setWidth] = useState<Width>('desktop')
  const { link, problem, tryAgain, replace, isReplacing } = usePreviewLink({ id, language, audience })
  const bar = useRef<HTMLElement>(null)
  useEffect(() => bar.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  useShortcuts({ esc: { label: 'Close the preview', run: onClose } }, { group: 'Preview' })

  return (
    <section ref={bar} aria-label="Preview" className="flex min-h-0 flex-1 flex-col bg-sunken">
      <ToolBar className="bg-surface">
        <Segments label="View as" options={[...audiences]} value={audience} onChange={setAudience} />
        <Segments label="Width" options={[...widths]} value={width} onChange={setWidth} />
        <span className="ml-auto flex items-center gap-1.5">
          {link && (
            <>
              <span className="text-meta whitespace-nowrap text-ink-3">
                Link works until <Time at={link.expiresAt} style="day" />
              </span>
              <CopyButton text={link.url} label="Copy link" />
              <IconButton icon={RefreshCw} label="Replace link" disabled={isReplacing} onClick={() => replace()} />
            </>
          )}
          <IconButton icon={X} label="Close the preview" keys="esc" onClick={onClose} />
        </span>
      </ToolBar>
      <div className="grid gap-2 px-4 pt-3 empty:hidden">
        {problem && (
          <Banner tone="danger" action={<Button onClick={tryAgain}>Try now</Button>}>
            {problem.detail}
          </Banner>
        )}
        {link && !link.isForThem && (
          <Banner tone="info">{people[audience]} cannot read this article: it is not visible to them.</Banner>
        )}
      </div>
      {link ? (
        <Framed key={`${link.url} ${revision}`} url={link.url} width={pixels[width]} onClose={onClose} />
      ) : (
        !problem && (
          <p role="status" className="p-6 text-ink-3">
            The preview is loading
          </p>
        )
      )}
    </section>
  )
}

function Framed({ url, width, onClose }: { url: string; width: number; onClose: () => void }) {
  const room = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    observer.observe(room.current!)
    return () => observer.disconnect()
  }, [])
  const scale = size.width > 0 ? Math.min(1, size.width / width) : 1
  const shown = { width, height: size.height / scale, transform: `scale(${scale})` }

  return (
    <div className="min-h-0 flex-1 p-3 md:p-4">
      <div ref={room} className="relative h-full overflow-hidden">
        <div
          className="absolute inset-y-0 overflow-hidden rounded-md border border-line bg-surface"
          style={{ width: width * scale, left: (size.width - width * scale) / 2 }}
        >
          <iframe
            title="Preview of the article"
            src={url}
            style={shown}
            className="block origin-top-left border-0"
            onLoad={({ currentTarget: { contentDocument: page } }) => {
              if (!page) return
              leadOutside(page)
              page.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose())
            }}
          />
        </div>
      </div>
    </div>
  )
}

// Makes links and forms of the preview open in a new tab, because only the page of the draft may be shown in a frame.
function leadOutside(page: Document) {
  for (const link of page.querySelectorAll('a[href]:not([href^="#"])')) link.setAttribute('target', '_blank')
  for (const form of page.querySelectorAll('form')) form.setAttribute('target', '_blank')
}

type Link = z.output<typeof PreviewLink>
type Audience = Link['audience']
type PreviewQuery = { id: string; language: string; audience: Audience }

const path = '/api/v1/knowledge-base/articles/:id/preview-links'

function usePreviewLink({ id, language, audience }: PreviewQuery) {
  const [link, setLink] = useState<Link>()
  const [problem, setProblem] = useState<Problem>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let isLeft = false
    setProblem(undefined)
    findLink({ id, language, audience }).then((found) => {
      if (isLeft) return
      setLink(found.answer)
      setProblem(found.problem)
    })
    return () => {
      isLeft = true
    }
  }, [id, language, audience, tries])

  const { write: replace, isPending } = useWrite(() => newLink({ id, language, audience }), {
    onAnswer: setLink,
    done: () => 'Link replaced. The old link no longer works.',
    tellsProblem: true,
  })
  const tryAgain = useCallback(() => setTries((count) => count + 1), [])
  return { link: link?.audience === audience ? link : undefined, problem, tryAgain, replace, isReplacing: isPending }
}

const newLink = ({ id, ...body }: PreviewQuery) => ask<typeof createPreviewLink>('POST', path, { params: { id }, body })

async function findLink(wanted: PreviewQuery): Promise<{ answer?: Link; problem?: Problem }> {
  const { answer, problem } = await ask<typeof listPreviewLinks>('GET', path, { params: { id: wanted.id } })
  if (problem) return { problem }
  const known = answer?.items.find(
    ({ language, audience }) => language === wanted.language && audience === wanted.audience,
  )
  return known ? { answer: known } : newLink(wanted)
}
