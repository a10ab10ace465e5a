import { Image } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import { lowerCase } from '#contract/letters/slug.ts'
import type { DocumentNode } from '#contract/writing/document.ts'
import { uploadFile } from '#web/lib/uploads/upload.ts'
import { tooLong } from '#web/lib/words/too-long.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { shownOf } from '#web/service/knowledge-base/checks/find-flaws.ts'
import type { Address } from '#web/service/knowledge-base/details/use-address.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './article-panel.tsx'

export function SearchTexts({ article, text, address, canWrite, ...props }: PanelProps & { article: EditedArticle }) {
  const { metaTitle, metaDescription, title, excerpt } = text.lines
  const { changeLines } = text
  return (
    <PanelSection title="URL and search">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SlugField {...{ article, address, canWrite }} />
        <Field
          label="Title for search engines"
          hint={<Count of={metaTitle} shown={shownOf.title} />}
          error={tooLong(metaTitle, 70)}
        >
          <Input
            size="sm"
            placeholder={title}
            disabled={!canWrite}
            value={metaTitle}
            onText={(text) => changeLines({ metaTitle: text })}
          />
        </Field>
        <Field
          label="Description"
          hint={<Count of={metaDescription} shown={shownOf.description} />}
          error={tooLong(metaDescription, 170)}
        >
          <Textarea
            rows={2}
            placeholder={excerpt}
            disabled={!canWrite}
            value={metaDescription}
            onText={(text) => changeLines({ metaDescription: text.replace(/[\r\n]+/g, ' ') })}
          />
        </Field>
        <SocialImage
          article={article}
          changing={props.actions.changing.socialImage}
          title={metaTitle || title}
          disabled={!canWrite}
          onChange={(socialImage) => props.actions.change({ socialImage })}
        />
        <SearchResult
          url={article.url.replace(/[^/]+$/, encodeURIComponent(article.slug))}
          title={metaTitle || title}
          description={metaDescription || excerpt}
        />
      </div>
    </PanelSection>
  )
}

const Count = ({ of, shown }: { of: string; shown: number }) => (
  <span className={of.length > shown ? 'text-amber-ink tabular-nums' : 'tabular-nums'}>
    {of.length} / {shown}
  </span>
)

const SearchResult = ({ url, title, description }: { url: string; title: string; description: string }) => (
  <figure aria-label="Search result preview" className="rounded-sm border border-line px-3 py-2">
    <p className="truncate text-meta text-ink-3">{readable(url)}</p>
    <p className="truncate text-body text-accent-ink">{cut(title, shownOf.title) || 'Untitled'}</p>
    <p className="text-meta text-ink-2">{cut(description, shownOf.description)}</p>
  </figure>
)

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

const readable = (url: string) =>
  decodeURI(url)
    .replace(/^https?:\/\//, '')
    .replaceAll('/', ' › ')

type Props = { article: EditedArticle; address: Address; canWrite: boolean }

function SlugField({ article: { liveSlug }, address, canWrite }: Props) {
  const { slug, problem, asked, change, save, leave, giveUp } = address
  const fault = useFault(problem, problem?.fields?.slug ?? problem?.detail)
  const form = useFocusOnFault(undefined, asked)
  const isOtherLive = liveSlug !== null && liveSlug !== slug.trim()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !address.isUnsaved()) return
    event.stopPropagation()
    giveUp()
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label="Slug"
        help={isOtherLive && `The public URL uses ${liveSlug} until you publish. After that, the old URL redirects.`}
        {...fault}
      >
        <Input
          size="sm"
          disabled={!canWrite}
          value={slug}
          onText={(text) => change(lowerCase(text).replace(/\s+/g, '-'))}
          onKeyDown={onKeyDown}
          onBlur={() => void leave()}
        />
      </Field>
      {problem && address.isUnsaved() && (
        <div className="mt-2">
          <Button onClick={giveUp}>Restore the previous slug</Button>
        </div>
      )}
    </form>
  )
}

type SocialImageProps = {
  article: EditedArticle
  changing: string | null | undefined
  title: string
  disabled: boolean
  onChange: (file: string | null) => void
}

const pictures = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

function SocialImage({ article, changing, title, disabled, onChange }: SocialImageProps) {
  const [uploaded, setUploaded] = useState<Record<string, string>>({})
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const kept = new Map(article.files?.map(({ id, url }) => [id, url]))
  const inText = picturesIn(article.document).filter((id) => kept.has(id))
  const chosen = changing === undefined ? article.socialImage : changing
  const urlOf = (id: string) =>
    uploaded[id] ?? kept.get(id) ?? (id === article.socialImage ? (article.socialImageUrl ?? undefined) : undefined)
  const shown = chosen ?? inText[0]

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    setFault('')
    try {
      const { id } = await uploadFile(file, setShare)
      setUploaded((before) => ({ ...before, [id]: URL.createObjectURL(file) }))
      onChange(id)
    } catch (error) {
      setFault(`The image was not uploaded: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      setShare(undefined)
    }
  }

  return (
    <fieldset aria-labelledby={labelId} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <span id={labelId} className="font-medium">
        Social image
      </span>
      <figure aria-label="Preview of a shared link" className="overflow-hidden rounded-sm border border-line">
        {shown && urlOf(shown) ? (
          <img src={urlOf(shown)} alt="" className="aspect-[1.91] w-full object-cover dark:brightness-[.86]" />
        ) : (
          <p className="grid aspect-[1.91] place-content-center justify-items-center gap-1 bg-sunken px-4 text-center text-meta text-ink-3">
            <Icon of={Image} />
            An image with the title is created
          </p>
        )}
        <figcaption className="border-t border-line px-3 py-2">
          <span className="block truncate text-meta text-ink-3">{new URL(article.url).host}</span>
          <span className="block truncate font-medium">{title || 'Untitled'}</span>
        </figcaption>
      </figure>
      <p className="text-meta text-ink-3" aria-live="polite">
        {share === undefined ? sourceOf(chosen, inText) : `${Math.round(share * 100)} % uploaded`}
      </p>
      {fault && (
        <p role="alert" className="text-meta text-red-ink">
          {fault}
        </p>
      )}
      {!disabled && (
        <>
          {inText.length > 0 && (
            <ul aria-label="Pictures of the text" className="flex flex-wrap gap-1.5">
              {inText.slice(0, 8).map((id, at) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-pressed={id === chosen}
                    aria-label={`Use picture ${at + 1} of the text`}
                    onClick={() => onChange(id)}
                    className="block overflow-hidden rounded-xs border border-line aria-pressed:outline-2 aria-pressed:outline-accent"
                  >
                    <img src={urlOf(id)} alt="" loading="lazy" className="h-8 w-12 object-cover" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              accept={pictures}
              onChange={upload}
              aria-label="Picture"
              className="hidden"
            />
            <Button busy={share !== undefined} onClick={() => input.current?.click()}>
              {chosen ? 'Replace…' : 'Upload…'}
            </Button>
            {chosen && (
              <Button variant="ghost" onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </div>
        </>
      )}
    </fieldset>
  )
}

function sourceOf(chosen: string | null, inText: string[]) {
  if (chosen) return 'Shared links show this image after you publish'
  return inText.length > 0 ? 'None chosen: the first image of the text is used' : 'None chosen'
}

function picturesIn(node: DocumentNode): string[] {
  if (node.type === 'picture') return [node.attrs.file]
  const content = 'content' in node ? (node.content ?? []) : []
  return [...new Set(content.flatMap(picturesIn))]
}
