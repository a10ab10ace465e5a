import { Image } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { Document, DocumentNode } from '#contract/writing/document.ts'
import { uploadFile } from '#web/lib/uploads/upload.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'

type Props = {
  article: EditedArticle
  changing: string | null | undefined
  title: string
  disabled: boolean
  onChange: (file: string | null) => void
}

const pictures = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

export function SocialImage({ article, changing, title, disabled, onChange }: Props) {
  const [uploaded, setUploaded] = useState<Record<string, string>>({})
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const kept = new Map(article.files?.map(({ id, url }) => [id, url]))
  const inText = picturesIn(article.document as Document).filter((id) => kept.has(id))
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
      setFault(`The image was not uploaded: ${(error as Error).message}`)
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
  if (chosen) return 'Chosen. Readers see it after the next publication'
  return inText.length > 0 ? 'None chosen: the first image of the text is used' : 'None chosen'
}

function picturesIn(node: DocumentNode): string[] {
  if (node.type === 'picture') return [node.attrs.file]
  const content = 'content' in node ? (node.content ?? []) : []
  return [...new Set(content.flatMap(picturesIn))]
}
