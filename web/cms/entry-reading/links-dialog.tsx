import { useEffect, useRef, useState } from 'react'
import type { createEntryLink, EntryLink, endEntryLink, listEntryLinks } from '#contract/content/entry-links.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { InputOf } from '#contract/pages.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { ReadingProps } from './request-of.ts'

type CreatedLink = AnswerOf<typeof createEntryLink>
type Days = InputOf<typeof createEntryLink>['body']['days']
const daysOfLinks = [1, 7, 30] as const satisfies Days[]
const path = '/api/v1/content-entries/:id/preview-links'

export function LinksDialog({ entry, model, language, languages, viewer, actions }: ReadingProps) {
  const [days, setDays] = useState<Days>(7)
  const [made, setMade] = useState<CreatedLink>()
  const { links, problem: unread, setLinks } = useLinks(entry.id)
  const maker = useRef<HTMLButtonElement>(null)
  const making = useWrite(
    () => ask<typeof createEntryLink>('POST', path, { params: { id: entry.id }, body: { locale: language, days } }),
    {
      onAnswer(link) {
        setMade(link)
        setLinks((all) => [link, ...(all ?? [])])
      },
    },
  )
  const ending = useWrite(
    (link: EntryLink) =>
      ask<typeof endEntryLink>('DELETE', `${path}/:link`, { params: { id: entry.id, link: link.id } }),
    {
      inTurn: true,
      done: () => 'Link revoked',
      onAnswer(_, link) {
        if (made?.id === link.id) setMade(undefined)
        setLinks((all) => all?.filter(({ id }) => id !== link.id))
        maker.current?.focus()
      },
    },
  )
  const problem = unread ?? making.problem ?? ending.problem
  const close = () => actions.setDialog(null)
  return (
    <Dialog open onClose={close} title="Share the draft" size="md">
      <DialogBody>
        {problem && <Banner tone="danger">{problem.detail}</Banner>}
        <p className="text-ink-2">
          Anyone with a link always sees the latest draft{languages.length > 1 && ` in ${languageName(language)}`},
          without an account. The link shows no other unpublished content.
        </p>
        {!model.previewUrl && <NoAddress isAdmin={viewer.isAdmin} modelKey={model.key} />}
        <div className="flex flex-wrap items-center gap-3">
          <Segments
            label="Expires after"
            options={daysOfLinks.map((value) => ({ value: String(value), label: plural(value, 'day') }))}
            value={String(days)}
            onChange={(value) => setDays(daysOfLinks.find((one) => String(one) === value) ?? days)}
          />
          <Button ref={maker} variant="primary" busy={making.isPending} onClick={() => making.write()}>
            Create link
          </Button>
        </div>
        {made && <NewLink key={made.id} made={made} />}
        <Links links={links} isUnread={Boolean(unread)} onEnd={ending.write} ended={ending.underWay} />
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={close}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function useLinks(id: string) {
  const [links, setLinks] = useState<EntryLink[]>()
  const [problem, setProblem] = useState<{ detail: string }>()
  useEffect(() => {
    const ending = new AbortController()
    ask<typeof listEntryLinks>('GET', path, { params: { id }, signal: ending.signal })
      .then(({ answer, problem: refused }) => {
        setLinks(answer?.items)
        setProblem(refused)
      })
      .catch(() => {})
    return () => ending.abort()
  }, [id])
  return { links, problem, setLinks }
}

const NoAddress = ({ isAdmin, modelKey }: { isAdmin: boolean; modelKey: string }) => (
  <Banner tone="info" title="This model has no preview URL.">
    You get a token instead of a link. Your site uses the token to request the draft.{' '}
    {isAdmin ? (
      <TextLink href={`/cms/settings/models/${encodeURIComponent(modelKey)}`}>Add a preview URL</TextLink>
    ) : (
      'An admin can add one.'
    )}
  </Banner>
)

function NewLink({ made: { url, token } }: { made: CreatedLink }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const text = url ?? token
  return (
    <Field label={url ? 'Link' : 'Token'} help="Copy it now: it is not shown again.">
      <Input
        ref={field}
        readOnly
        value={text}
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
        suffix={<CopyButton text={text} label={url ? 'Copy the link' : 'Copy the token'} />}
      />
    </Field>
  )
}

type LinksProps = {
  links: EntryLink[] | undefined
  isUnread: boolean
  onEnd: (link: EntryLink) => void
  ended: readonly EntryLink[]
}

function Links({ links, isUnread, onEnd, ended }: LinksProps) {
  if (!links) return !isUnread && <p className="text-ink-3">Loading links…</p>
  if (links.length === 0) return <p className="text-ink-3">No active links.</p>
  return (
    <ul aria-label="Active links" className="grid max-h-60 gap-1 overflow-y-auto">
      {links.map((link) => (
        <li key={link.id} className="flex min-h-8 items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            {languageName(link.language)}, by {link.createdBy.name}{' '}
            <span className="text-meta text-ink-3">
              expires <Time at={link.expiresAt} style="moment" />,{' '}
              {link.lastUsedAt ? (
                <>
                  used <Time at={link.lastUsedAt} />
                </>
              ) : (
                'not used yet'
              )}
            </span>
          </span>
          <Button busy={ended.some(({ id }) => id === link.id)} onClick={() => onEnd(link)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}
